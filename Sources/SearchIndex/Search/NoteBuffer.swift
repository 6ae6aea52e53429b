import Entities
import Services

/// A buffer for one note's text at a time.
final class NoteBuffer {
  private static let usual = 1 << 16

  private let source: any NoteBytes
  private var room: UnsafeMutableRawBufferPointer

  init(_ source: any NoteBytes) {
    self.source = source
    room = .allocate(byteCount: Self.usual, alignment: 16)
  }

  deinit { room.deallocate() }

  /// Returns the note's bytes, which are valid until the next call; nil if the note is gone. One
  /// that cannot be read is empty.
  func read(_ note: NoteID) -> UnsafeBufferPointer<UInt8>? {
    do throws(NoteStoreError) {
      var count = try source.read(note, into: room)
      while count == room.count, room.count < NoteReader.mostBytes {
        let larger = min(room.count * 8, NoteReader.mostBytes)
        room.deallocate()
        room = .allocate(byteCount: larger, alignment: 16)
        count = try source.read(note, into: room)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<min(count, room.count)])
      return bytes.bindMemory(to: UInt8.self)
    } catch {
      if case .notFound = error { return nil }
      return UnsafeBufferPointer(start: nil, count: 0)
    }
  }
}
