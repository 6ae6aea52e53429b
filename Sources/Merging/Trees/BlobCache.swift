/// Blobs that were read once: a note is looked at for its likeness, for its links, and merged.
final class BlobCache {
  private let reader: any BlobReading
  private var blobs: [String: [UInt8]] = [:]
  private var size = 0
  private static let mostBytes = 64 << 20

  init(_ reader: any BlobReading) { self.reader = reader }

  func bytes(of blob: String) throws -> [UInt8] {
    if let known = blobs[blob] { return known }
    let bytes = try reader.bytes(of: blob)
    if size + bytes.count > Self.mostBytes {
      blobs = [:]
      size = 0
    }
    blobs[blob] = bytes
    size += bytes.count
    return bytes
  }
}
