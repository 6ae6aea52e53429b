import Bytes

extension Rope {
  /// The digest of all bytes; linear in the text.
  package var digest: UInt64 {
    var digest = RunningDigest()
    forEachChunk(in: all) {
      digest.add(UnsafeRawBufferPointer($0))
      return true
    }
    return digest.value
  }
}
