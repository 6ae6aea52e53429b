import Entities
import Files
import FileStore
import Glibc
import Services
import TestSupport
import Vault

@testable import SealedStore

/// A file as it stands in an encrypted vault, opened.
struct Opened: Equatable {
  var place: String
  var text: String
  var isTrashed: Bool
}

extension SealedFolder {
  /// Everything in the vault and its trash, by place; a file that cannot be opened is told by its fault.
  func everything() throws -> [Opened] {
    var found: [Opened] = []
    try forEach { item in
      switch item.content {
      case .success(let content):
        let reading = try open(item.id, isTrashed: item.isTrashed, as: content.place)
        let text = try reading.whole()
        found.append(
          Opened(
            place: content.place.text, text: String(decoding: text, as: UTF8.self),
            isTrashed: item.isTrashed))
      case .failure(let fault):
        found.append(Opened(place: "?", text: fault.obstacle, isTrashed: item.isTrashed))
      }
      return true
    }
    return found.sorted { ($0.place, $0.text) < ($1.place, $1.text) }
  }
}

extension NoteReading {
  /// All of it, in blocks of an odd size.
  func whole(block: Int = 70_001) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: block)
    while true {
      let count = try room.withUnsafeMutableBytes { try read(into: $0) }
      if count == 0 { break }
      bytes += room[..<count]
    }
    _ = try finish()
    return bytes
  }
}

extension Disk {
  /// A disk on which nothing is waited for: for thousands of operations.
  static let quick = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })
}
