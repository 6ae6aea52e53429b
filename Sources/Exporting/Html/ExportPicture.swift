import Bytes
import Entities
import Services

/// A picture that stands within a page or a book: one of those that every reader shows.
struct ExportPicture {
  let bytes: [UInt8]
  /// `image/png`
  let kind: String

  /// Larger ones are left out of a page.
  private static let largest = 32 << 20

  /// Nil for what is no picture, whatever its name says. `drawings`: SVG too, which runs nothing where
  /// a page shows it as a picture.
  init?(_ path: NotePath, _ files: any VaultFiles, drawings: Bool = false) {
    guard let size = files.fact(ofAttachment: path)?.size, size <= Self.largest else { return nil }
    var bytes: [UInt8] = []
    let file = ExportedFile(path: path, size: size, modified: Timestamp(seconds: 0), files: files)
    guard case .success(nil) = Result(catching: { try file.read { bytes += $0 } }) else {
      return nil
    }
    let kinds: [(head: [UInt8], kind: String)] = [
      ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
      ([0xff, 0xd8, 0xff], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    ]
    let isDrawing =
      drawings && path.name.text.lowercased().hasSuffix(".svg")
      && bytes.firstRange(of: Array("<svg".utf8)) != nil
    let found = kinds.first { bytes.starts(with: $0.head) }
    guard let kind = found?.kind ?? (isDrawing ? "image/svg+xml" : nil) else { return nil }
    (self.bytes, self.kind) = (bytes, kind)
  }

  /// `data:image/png;base64,…`
  var address: String { "data:\(kind);base64,\(Self.base64(bytes))" }

  private static func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place <= part.count ? signs[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
