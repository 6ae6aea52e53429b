/// Memory for texts on their way, wiped at the end.
struct ChunkRoom: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    bytes = .allocate(byteCount: count, alignment: 64)
  }

  deinit {
    Sodium.wipe(bytes)
    bytes.deallocate()
  }
}
