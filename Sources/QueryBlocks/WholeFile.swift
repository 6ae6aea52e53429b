import Entities
import Services

extension VaultFiles {
  /// Returns the bytes of a note or any other file; nil if there are more than `most`.
  func whole(_ file: NoteID, atMost most: Int) throws(NoteStoreError) -> [UInt8]? {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count <= most {
      let count = try read(file, from: bytes.count, into: buffer)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }
}
