"""
How sure Moonshine's model is of a text that it has written: the probability of each of its tokens, by one pass of the model's
decoder over the finished text. Moonshine's library does not return probabilities, but the ONNX Runtime in its package runs the same
two model files. It is called through its C interface, whose functions keep their places in all later versions:
https://github.com/microsoft/onnxruntime/blob/v1.23.2/include/onnxruntime/core/session/onnxruntime_c_api.h
"""

import ctypes
import math
import os
import sys

API_VERSION = 17
WARNINGS = 2
FLOAT, INT64, BOOL = 1, 7, 9
LAYERS, HEADS, HEAD_SIZE = 6, 8, 36
BEGIN, END = 1, 2
SPACE = "\u2581"
REPEATED_TOKENS = 3

Pointer = ctypes.c_void_p
Result = ctypes.POINTER(Pointer)
Names = ctypes.POINTER(ctypes.c_char_p)
Size = ctypes.c_size_t
Path = ctypes.c_wchar_p if sys.platform == "win32" else ctypes.c_char_p

# The place of each function in the interface, what it returns and what it takes.
FUNCTIONS = {
    "GetErrorMessage": (2, ctypes.c_char_p, [Pointer]),
    "CreateEnv": (3, Pointer, [ctypes.c_int, ctypes.c_char_p, Result]),
    "CreateSession": (7, Pointer, [Pointer, Path, Pointer, Result]),
    "Run": (9, Pointer, [Pointer, Pointer, Names, Result, Size, Names, Size, Result]),
    "CreateSessionOptions": (10, Pointer, [Result]),
    "DisableCpuMemArena": (19, Pointer, [Pointer]),
    "SetIntraOpNumThreads": (24, Pointer, [Pointer, ctypes.c_int]),
    "CreateTensorWithDataAsOrtValue": (
        49,
        Pointer,
        [Pointer, Pointer, Size, ctypes.POINTER(ctypes.c_int64), Size, ctypes.c_int, Result],
    ),
    "GetTensorMutableData": (51, Pointer, [Pointer, Result]),
    "GetTensorShapeElementCount": (64, Pointer, [Pointer, ctypes.POINTER(Size)]),
    "GetTensorTypeAndShape": (65, Pointer, [Pointer, Result]),
    "CreateCpuMemoryInfo": (69, Pointer, [ctypes.c_int, ctypes.c_int, Result]),
    "ReleaseStatus": (93, None, [Pointer]),
    "ReleaseValue": (96, None, [Pointer]),
    "ReleaseTensorTypeAndShapeInfo": (99, None, [Pointer]),
}


class ApiBase(ctypes.Structure):
    _fields_ = [
        ("get_api", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
        ("get_version", ctypes.CFUNCTYPE(ctypes.c_char_p)),
    ]


class OnnxRuntime:
    def __init__(self, library):
        library.OrtGetApiBase.restype = ctypes.POINTER(ApiBase)
        table = library.OrtGetApiBase().contents.get_api(API_VERSION)
        if not table:
            raise RuntimeError("the ONNX Runtime is too old")
        places = ctypes.cast(table, Result)
        self.functions = {
            name: ctypes.CFUNCTYPE(returns, *takes)(places[place]) for name, (place, returns, takes) in FUNCTIONS.items()
        }
        self.environment = self.make("CreateEnv", WARNINGS, b"verbatim")
        self.options = self.make("CreateSessionOptions")
        # An arena would keep the most memory that a chunk has taken.
        self.call("DisableCpuMemArena", self.options)
        self.call("SetIntraOpNumThreads", self.options, 1)
        self.memory = self.make("CreateCpuMemoryInfo", 1, 0)

    def call(self, name, *values):
        status = self.functions[name](*values)
        if status:
            message = self.functions["GetErrorMessage"](status).decode("utf-8", "replace")
            self.functions["ReleaseStatus"](status)
            raise RuntimeError(message)

    def make(self, name, *values):
        made = Pointer()
        self.call(name, *values, ctypes.byref(made))
        return made

    def session(self, path):
        return self.make("CreateSession", self.environment, path if sys.platform == "win32" else os.fsencode(path), self.options)

    def tensor(self, kind, data, *shape):
        shape = (ctypes.c_int64 * len(shape))(*shape)
        return self.make("CreateTensorWithDataAsOrtValue", self.memory, data, ctypes.sizeof(data), shape, len(shape), kind)

    def run(self, session, inputs, output):
        names = (ctypes.c_char_p * len(inputs))(*[name.encode() for name in inputs])
        values = (Pointer * len(inputs))(*inputs.values())
        outputs = (Pointer * 1)()
        self.call("Run", session, None, names, values, len(inputs), (ctypes.c_char_p * 1)(output.encode()), 1, outputs)
        return Pointer(outputs[0])

    def floats(self, tensor):
        """The data of a tensor, and how many numbers they are."""
        info = self.make("GetTensorTypeAndShape", tensor)
        count = Size()
        self.call("GetTensorShapeElementCount", info, ctypes.byref(count))
        self.functions["ReleaseTensorTypeAndShapeInfo"](info)
        return ctypes.cast(self.make("GetTensorMutableData", tensor), ctypes.POINTER(ctypes.c_float)), count.value

    def release(self, tensors):
        for tensor in tensors:
            self.functions["ReleaseValue"](tensor)


def open_runtime(library, package):
    """On Windows a library's own imports are not among its exports."""
    if sys.platform == "win32":
        return OnnxRuntime(ctypes.CDLL(os.path.join(package, "onnxruntime.dll")))
    return OnnxRuntime(library)


def read_tokens(path):
    """The number of each token: the length of each in one byte, or in two from 128 on, and the token."""
    with open(path, "rb") as file:
        data = file.read()
    numbers = {}
    at, number = 0, 0
    while at < len(data):
        length = data[at]
        at += 1
        if length >= 128:
            length += 128 * (data[at] - 1)
            at += 1
        # Single bytes come first; a character that is a token, too, is meant by the later number.
        numbers[data[at : at + length]] = number
        at += length
        number += 1
    return numbers


def new_tokens(tokens):
    """The tokens, with their places, that do not repeat what was written before: in a loop a model is sure of each next token."""
    seen = set()
    for at, token in enumerate(tokens):
        sequence = tuple(tokens[max(0, at - REPEATED_TOKENS + 1) : at + 1])
        if sequence not in seen or len(sequence) < REPEATED_TOKENS:
            yield at, token
        seen.add(sequence)


class TokenConfidence:
    def __init__(self, library, package):
        assets = os.path.join(package, "assets", "tiny-en")
        self.numbers = read_tokens(os.path.join(assets, "tokenizer.bin"))
        self.runtime = open_runtime(library, package)
        self.encoder = self.runtime.session(os.path.join(assets, "encoder_model.ort"))
        self.decoder = self.runtime.session(os.path.join(assets, "decoder_model_merged.ort"))

    def tokens_of(self, word):
        """Byte-pair encoding: of all neighbours that make a token, those of the lowest number are joined first."""
        parts = []
        for character in word:
            data = character.encode()
            parts += [data] if data in self.numbers else [bytes([byte]) for byte in data]
        while True:
            pairs = [(self.numbers.get(parts[at] + parts[at + 1]), at) for at in range(len(parts) - 1)]
            found = [pair for pair in pairs if pair[0] is not None]
            if not found:
                return [self.numbers[part] for part in parts]
            at = min(found)[1]
            parts[at : at + 2] = [parts[at] + parts[at + 1]]

    def measure(self, samples, first, count, text):
        """
        The logarithm of the probability of a text that was written for these samples, and the number of its tokens, without those that
        repeat what is before them.
        """
        spoken = [token for word in text.split() for token in self.tokens_of(SPACE + word)]
        tokens = (ctypes.c_int64 * (len(spoken) + 1))(BEGIN, *spoken)
        sound = (ctypes.c_float * count).from_buffer(samples, first * ctypes.sizeof(ctypes.c_float))
        mask = (ctypes.c_int64 * count)(*([1] * count))
        nothing = (ctypes.c_float * (HEADS * HEAD_SIZE))()
        runtime = self.runtime
        made = []

        def keep(tensor):
            made.append(tensor)
            return tensor

        try:
            audio = keep(runtime.tensor(FLOAT, sound, 1, count))
            # The decoder, too, is given the mask of the samples.
            heard = keep(runtime.tensor(INT64, mask, 1, count))
            states = keep(runtime.run(self.encoder, {"input_values": audio, "attention_mask": heard}, "last_hidden_state"))
            past = keep(runtime.tensor(FLOAT, nothing, 1, HEADS, 1, HEAD_SIZE))
            inputs = {
                "encoder_attention_mask": heard,
                "input_ids": keep(runtime.tensor(INT64, tokens, 1, len(tokens))),
                "encoder_hidden_states": states,
                "use_cache_branch": keep(runtime.tensor(BOOL, (ctypes.c_bool * 1)(False), 1)),
                **{
                    f"past_key_values.{layer}.{side}.{part}": past
                    for layer in range(LAYERS)
                    for side in ("decoder", "encoder")
                    for part in ("key", "value")
                },
            }
            logits, length = runtime.floats(keep(runtime.run(self.decoder, inputs, "logits")))
            size = length // len(tokens)
            total, count = 0.0, 0
            for at, token in new_tokens([*spoken, END]):
                row = logits[at * size : (at + 1) * size]
                total += row[token] - math.log(sum(map(math.exp, row)))
                count += 1
            return {"log_probability": round(total, 3), "tokens": count}
        finally:
            runtime.release(made)
