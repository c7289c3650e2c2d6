import array

float32 = "f"


def frombuffer(data, kind):
    return array.array(kind, data)
