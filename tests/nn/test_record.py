"""A module's numbers in a file: there and back, or not at all."""

import re
import zipfile

import numpy as np
import pytest

from gradlab.engine import Device, Tensor
from gradlab.nn import Linear, Module, Param, RecordMismatchError

AD = Device.flex().autodiff()


class Net(Module):
    def __init__(self, **fields):
        self.__dict__.update(fields)


def net(seed, **more):
    fields = {
        "layers": [Linear(2, 3, AD, seed=seed), Linear(3, 1, AD, bias=False, seed=seed + 1)],
        "file": Param.from_tensor(Tensor.from_floats([seed], AD, np.float64)),
        "table": Param.from_tensor(Tensor.from_ints([seed, 2], AD)),
        "mask": Param.from_tensor(Tensor.from_bools([seed == 0], AD)),
    }
    return Net(**fields | more)


def numbers(module):
    return {path: param.val().to_data() for path, param in module.named_params()}


def same(a, b):
    assert a.keys() == b.keys()
    for path, array in a.items():
        assert array.dtype == b[path].dtype
        np.testing.assert_array_equal(array, b[path])


def test_what_was_saved_comes_back_in_new_leaves_with_this_modules_ids_and_flags(tmp_path):
    saved, other = net(0), net(5).freeze(lambda path: path == "layers[0].bias")
    saved.save_file(tmp_path / "net.npz")
    loaded = other.load_file(tmp_path / "net.npz")
    same(numbers(loaded), numbers(saved))
    for before, after in zip(other.params(), loaded.params(), strict=True):
        assert after.id == before.id
        assert after.flag == before.flag
        assert after.is_require_grad() == before.is_require_grad()
        assert after.val().number != before.val().number
        assert after.val().device() is before.val().device()


def test_a_record_is_loaded_off_autodiff_and_trained_later(tmp_path):
    net(0).save_file(tmp_path / "net.npz")
    loaded = net(1).valid().load_file(tmp_path / "net.npz").train()
    assert loaded.layers[0].weight.is_require_grad()


def test_a_shared_parameter_is_saved_once_and_stays_shared(tmp_path):
    shared = Param.from_tensor(Tensor.ones((2,), AD))
    module = Net(a=shared, b=[shared])
    module.save_file(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as archive:
        assert archive.files == ["a"]
    loaded = module.load_file(tmp_path / "net.npz")
    assert loaded.a is loaded.b[0]


def test_the_same_numbers_give_the_same_bytes(tmp_path):
    net(0).save_file(tmp_path / "a.npz")
    net(0).save_file(tmp_path / "b")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.npz", "b"]
    with zipfile.ZipFile(tmp_path / "b") as archive:
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    ("other", "problems"),
    [
        (
            {"layers": [Linear(2, 4, AD)]},
            [
                "the module has no layers[1].weight",
                "layers[0].weight is float32 [2, 3] there, float32 [2, 4] here",
                "layers[0].bias is float32 [3] there, float32 [4] here",
            ],
        ),
        ({"extra": Linear(1, 1, AD)}, ["it lacks extra.weight", "it lacks extra.bias"]),
        (
            {"file": Param.from_tensor(Tensor.ones((1,), AD))},
            ["file is float64 [1] there, float32 [1] here"],
        ),
        ({"layers": None}, ["the module has no layers[0].weight"]),
        ({"many": [Linear(1, 1, AD) for _ in range(3)]}, ["it lacks many[1].bias; 2 more"]),
    ],
)
def test_a_record_that_does_not_fit_is_refused_by_name_and_nothing_is_loaded(
    tmp_path, other, problems
):
    net(0).save_file(tmp_path / "net.npz")
    module = net(7, **other)
    before = numbers(module)
    with pytest.raises(RecordMismatchError) as refusal:
        module.load_file(tmp_path / "net.npz")
    assert re.search("; ".join(map(re.escape, problems)), refusal.value.problem)
    same(numbers(module), before)


@pytest.mark.parametrize("content", [b"", b"no record", b"PK\x03\x04 and then nothing"])
def test_a_file_that_is_no_record_is_refused(tmp_path, content):
    (tmp_path / "net.npz").write_bytes(content)
    with pytest.raises(RecordMismatchError, match=r"net\.npz is no record"):
        net(0).load_file(tmp_path / "net.npz")


def test_a_single_array_and_an_array_of_objects_are_no_records(tmp_path):
    np.save(tmp_path / "one.npy", np.ones(3))
    np.savez(tmp_path / "objects.npz", w=np.array([{}], object))
    for name in ("one.npy", "objects.npz"):
        with pytest.raises(RecordMismatchError, match="is no record"):
            net(0).load_file(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        net(0).load_file(tmp_path / "none.npz")


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    net(0).save_file(tmp_path / "net.npz")
    before = (tmp_path / "net.npz").read_bytes()
    monkeypatch.setattr(np.lib.format, "write_array", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        net(1).save_file(tmp_path / "net.npz")
    assert (tmp_path / "net.npz").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["net.npz"]
