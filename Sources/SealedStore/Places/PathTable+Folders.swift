import Entities
import Files

extension PathTable {
  /// The names in a folder: of notes, of attachments, and of the folders in it.
  mutating func names(in folder: NotePath) -> Set<[UInt8]> {
    let start = folder.bytes.isEmpty ? [] : folder.bytes + [slash]
    var names: Set<[UInt8]> = []
    forEach { place, _ in
      guard place.bytes.starts(with: start) else { return }
      names.insert(Array(place.bytes[start.count...].prefix { $0 != slash }))
    }
    return names
  }

  /// Whether something may get this place: neither it nor a folder above it is taken by a file, and
  /// no folder has its name.
  mutating func isFree(_ place: NotePath) -> Bool {
    if isTaken(place) || fileAbove(place) != nil { return false }
    return !folders().contains(place)
  }

  /// A file that stands where a folder of this path would have to be.
  mutating func fileAbove(_ place: NotePath) -> NotePath? {
    var folder = place.folder
    while !folder.bytes.isEmpty {
      if isTaken(folder) { return folder }
      folder = folder.folder
    }
    return nil
  }
}
