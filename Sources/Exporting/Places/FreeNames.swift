import Entities

/// Names that no two files of an export share, where a disk may take large letters for small ones.
struct FreeNames {
  private var taken: Set<String> = []

  /// The path, with a number where another file has it. `ending` takes the place of its own.
  mutating func free(_ path: NotePath, ending: String? = nil) -> NotePath {
    let name = ending.map { path.stem.bytes + Array($0.utf8) } ?? path.name.bytes
    for name in NoteFileName.numbered(name) {
      let free = path.folder.appending(NotePath(bytes: name))
      if taken.insert(free.text.lowercased()).inserted { return free }
    }
    return path
  }
}
