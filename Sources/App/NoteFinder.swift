import Entities
import Services
import VaultSettings

/// A note that was asked for, and the part of it to go to.
struct FoundNote: Equatable, Sendable {
  var id: NoteID
  var part: String?
}

/// Finds the note that a person means by a path, a file name, a title or an alias.
struct NoteFinder: Sendable {
  let index: any NoteIndex
  let links: any NoteLinks
  let versions: any NoteVersions

  /// Nil where nothing fits; the first in the list where several do. The beginning of a name is not
  /// enough here: who follows a link means all of it. `orGone` takes the path of a note that is no
  /// more, if versions of it are kept.
  func find(_ wanted: String, part: String? = nil, orGone: Bool = false) async -> FoundNote? {
    if let note = await exact(wanted) {
      return FoundNote(id: note, part: part?.isEmpty == true ? nil : part)
    }
    // A name can have a `#` in it that nobody wrote as `%23`.
    if let part, let note = await exact("\(wanted)#\(part)") { return FoundNote(id: note) }
    guard orGone, let kept = try? await versions.versions(of: NoteID(wanted)), !kept.isEmpty else {
      return nil
    }
    return FoundNote(id: NoteID(wanted))
  }

  /// The note of a place that names one. In a note's link that means what it means there.
  func find(_ place: Destination, in home: LinkHome? = nil) async -> FoundNote? {
    switch place {
    case .editor(let name, let part):
      if let home, let target = try? await links.target(of: name, in: home) {
        return FoundNote(id: target, part: part?.isEmpty == true ? nil : part)
      }
      return await find(name, part: part)
    // Of one that is gone the versions are there.
    case .history(let name): return await find(name, orGone: true)
    case .board(let name), .links(let name), .properties(let name): return await find(name)
    default: return nil
    }
  }

  private func exact(_ wanted: String) async -> NoteID? {
    if let known = index.knownNote(wanted) { return known.id }
    let found = (try? await index.find(wanted)) ?? []
    return found.first { $0.isExact }?.id
  }
}
