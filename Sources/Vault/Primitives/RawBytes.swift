/// As the library wants to see them. Of an empty buffer it reads nothing, but wants an address.
func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
  let empty: StaticString = ""
  return (buffer.baseAddress ?? UnsafeRawPointer(empty.utf8Start))
    .assumingMemoryBound(to: UInt8.self)
}

func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
  guard let start = buffer.baseAddress else { preconditionFailure("no room for an answer") }
  return start.assumingMemoryBound(to: UInt8.self)
}
