import Entities

/// What is remembered, as bytes: a kind, then numbers with their small ends first.
enum SeenPart {
  private enum Kind {
    static let entry = UInt8(0)
    static let found = UInt8(1)
    static let written = UInt8(2)
    static let deleted = UInt8(3)
    static let began = UInt8(4)
    static let damaged = UInt8(5)
  }

  private enum Flag {
    static let deleted = UInt8(1)
    static let acceptedCopy = UInt8(2)
  }

  static func bytes(of events: [SeenNotes.Event]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.count * 96)
    for event in events {
      switch event {
      case .found(let id, let state):
        bytes.append(Kind.found)
        bytes += id.bytes
        append(state, to: &bytes)
      case .written(let id, let state):
        bytes.append(Kind.written)
        bytes += id.bytes
        append(state, to: &bytes)
      case .deleted(let id):
        bytes.append(Kind.deleted)
        bytes += id.bytes
      case .began(let time):
        bytes.append(Kind.began)
        bytes.append(time)
      case .damaged: bytes.append(Kind.damaged)
      case .entry(let id, let entry):
        bytes.append(Kind.entry)
        bytes += id.bytes
        bytes.append(
          (entry.isDeleted ? Flag.deleted : 0) | (entry.isAcceptedCopy ? Flag.acceptedCopy : 0))
        append(entry.last, to: &bytes)
        bytes.append(number: UInt32(entry.earlier.count))
        for mark in entry.earlier { bytes.append(number: mark.bits) }
      }
    }
    return bytes
  }

  private static func append(_ state: SeenState, to bytes: inout [UInt8]) {
    bytes.append(number: state.mark.bits)
    bytes.append(state.modified)
    bytes.append(state.place)
  }

  /// False where that is not what `bytes` made; the table then knows what came before the fault.
  static func read(_ bytes: [UInt8], into table: inout SeenTable) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      while !reader.isAtEnd {
        guard let event = event(&reader) else { return false }
        table.take(event)
      }
      return true
    }
  }

  private static func event(_ reader: inout PartReader) -> SeenNotes.Event? {
    guard let kind = reader.byte() else { return nil }
    switch kind {
    case Kind.began:
      return reader.time().map { .began($0) }
    case Kind.damaged: return .damaged
    default: break
    }
    guard let id = reader.bytes(16).flatMap(SealedID.init(bytes:)) else { return nil }
    switch kind {
    case Kind.found: return state(&reader).map { .found(id, $0) }
    case Kind.written: return state(&reader).map { .written(id, $0) }
    case Kind.deleted: return .deleted(id)
    case Kind.entry:
      guard let flags = reader.byte(), let last = state(&reader), let count = reader.short(),
        Int(count) <= reader.left / 8
      else { return nil }
      var entry = SeenEntry(last: last)
      entry.earlier = (0..<count).compactMap { _ in reader.number().map { FileMark(bits: $0) } }
      entry.isDeleted = flags & Flag.deleted != 0
      entry.isAcceptedCopy = flags & Flag.acceptedCopy != 0
      return .entry(id, entry)
    default: return nil
    }
  }

  private static func state(_ reader: inout PartReader) -> SeenState? {
    guard let mark = reader.number(), let modified = reader.time(), let place = reader.path()
    else { return nil }
    return SeenState(mark: FileMark(bits: mark), modified: modified, place: place)
  }
}
