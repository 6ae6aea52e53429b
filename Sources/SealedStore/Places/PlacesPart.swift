import Entities
import Files

/// What is known, as bytes: fixed numbers and a path each, small ends first. A part tells of all files
/// in one block, or of what changed.
enum PlacesPart {
  private enum Kind {
    static let block = UInt8(0)
    static let set = UInt8(1)
    static let remove = UInt8(2)
  }

  static func bytes(of changes: [PlacesCache.Change]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(changes.count * 128)
    for change in changes {
      switch change {
      case .remove(let id):
        bytes.append(Kind.remove)
        bytes += id.bytes
      case .set(let id, let record):
        bytes.append(Kind.set)
        bytes += id.bytes
        append(record.facts.inode, to: &bytes)
        append(UInt64(bitPattern: Int64(record.facts.size)), to: &bytes)
        append(record.facts.modified, to: &bytes)
        append(record.facts.changed, to: &bytes)
        append(UInt64(bitPattern: Int64(record.textSize)), to: &bytes)
        append(record.mark.bits, to: &bytes)
        append(UInt64(record.place.bytes.count), to: &bytes)
        bytes += record.place.bytes
      }
    }
    return bytes
  }

  /// False where that is not what `bytes` or `block` made.
  static func read(_ bytes: [UInt8], into table: inout PlaceTable) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      if bytes.first == Kind.block {
        guard reader.byte() != nil, let rows = block(&reader) else { return false }
        table.begin(with: rows)
        return true
      }
      while !reader.isAtEnd {
        guard let kind = reader.byte(), let id = reader.bytes(16).flatMap(SealedID.init(bytes:))
        else { return false }
        if kind == Kind.remove {
          table.remove(id)
          continue
        }
        guard kind == Kind.set, let record = record(&reader) else { return false }
        table.set(id, record)
      }
      return true
    }
  }

  private static func record(_ reader: inout PartReader) -> PlaceRecord? {
    guard let inode = reader.number(), let size = reader.size(), let modified = reader.time(),
      let changed = reader.time(), let textSize = reader.size(), let mark = reader.number(),
      let length = reader.size(), let path = reader.bytes(length)
    else { return nil }
    let place = NotePath(bytes: Array(path))
    guard SealedHead.fits(place) else { return nil }
    return PlaceRecord(
      facts: SealedFacts(inode: inode, size: size, modified: modified, changed: changed),
      place: place, textSize: textSize, mark: FileMark(bits: mark))
  }

  // MARK: - All in one block

  /// Of a row: its id, the facts and both sizes, how long its path is, and its mark.
  private static let rowSize = 80

  /// All that is worth keeping. What could not be opened is looked at with each start. They stand in the
  /// order of their places, so that those of one folder are met one after the other.
  static func block(of table: PlaceTable) -> [UInt8] {
    let rows = table.rows.rows.filter { !$0.isGone && !$0.isFaulty }
    return table.rows.withPlaces { places in
      func place(_ row: PlaceRow) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: places[row.start..<(row.start + row.length)])
      }
      let inOrder = rows.sorted { place($0).lexicographicallyPrecedes(place($1)) }
      let pathSize = rows.reduce(0) { $0 + $1.length }
      let start = 1 + 16
      let size = start + rows.count * rowSize + pathSize
      return [UInt8](unsafeUninitializedCapacity: size) { room, filled in
        let room = UnsafeMutableRawBufferPointer(room)
        room[0] = Kind.block
        store(rows.count, in: room, 1)
        store(pathSize, in: room, 9)
        var (offset, end) = (start, start + rows.count * rowSize)
        for row in inOrder {
          let (high, low) = row.id.halves
          store(high, in: room, offset)
          store(low, in: room, offset + 8)
          store(row.facts.inode, in: room, offset + 16)
          store(row.facts.size, in: room, offset + 24)
          store(row.facts.modified.seconds, in: room, offset + 32)
          store(row.facts.changed.seconds, in: room, offset + 40)
          store(row.facts.modified.nanoseconds, in: room, offset + 48)
          store(row.facts.changed.nanoseconds, in: room, offset + 52)
          store(row.textSize, in: room, offset + 56)
          store(row.length, in: room, offset + 64)
          store(row.mark.bits, in: room, offset + 72)
          UnsafeMutableRawBufferPointer(rebasing: room[end..<(end + row.length)])
            .copyMemory(from: place(row))
          (offset, end) = (offset + rowSize, end + row.length)
        }
        filled = size
      }
    }
  }

  private static func store(
    _ number: some FixedWidthInteger & BitwiseCopyable, in room: UnsafeMutableRawBufferPointer,
    _ offset: Int
  ) {
    room.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
  }

  /// Nil where that is not what `block` made.
  private static func block(_ reader: inout PartReader) -> PlaceRows? {
    guard let count = reader.size(), let pathSize = reader.size(), count >= 0, pathSize >= 0,
      count <= reader.left / rowSize, let rows = reader.bytes(count * rowSize),
      let paths = reader.bytes(pathSize), reader.isAtEnd
    else { return nil }
    return block(
      UnsafeRawBufferPointer(rebasing: rows), UnsafeRawBufferPointer(rebasing: paths))
  }

  private static func block(
    _ bytes: UnsafeRawBufferPointer, _ paths: UnsafeRawBufferPointer
  ) -> PlaceRows? {
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
      _ offset: Int, as type: Number.Type = Number.self
    ) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    func time(_ seconds: Int, _ nanoseconds: Int) -> Timestamp {
      Timestamp(
        seconds: number(seconds, as: Int64.self), nanoseconds: number(nanoseconds, as: Int32.self))
    }
    let count = bytes.count / rowSize
    var rows: [PlaceRow] = []
    rows.reserveCapacity(count)
    var place = 0
    for offset in stride(from: 0, to: count * rowSize, by: rowSize) {
      let length = number(offset + 64, as: Int.self)
      guard length > 0, length <= paths.count - place,
        SealedHead.fits(UnsafeRawBufferPointer(rebasing: paths[place..<(place + length)]))
      else { return nil }
      rows.append(
        PlaceRow(
          id: SealedID(high: number(offset), low: number(offset + 8)),
          facts: SealedFacts(
            inode: number(offset + 16), size: number(offset + 24),
            modified: time(offset + 32, offset + 48),
            changed: time(offset + 40, offset + 52)),
          textSize: number(offset + 56), mark: FileMark(bits: number(offset + 72)), start: place,
          length: length))
      place += length
    }
    return place == paths.count ? PlaceRows(rows, places: Array(paths)) : nil
  }

  private static func append(_ time: Timestamp, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: time.seconds), to: &bytes)
    append(UInt64(bitPattern: Int64(time.nanoseconds)), to: &bytes)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
