import Entities
import Folding
import NoteQueries
import NoteSyntax
import Services

/// What a note's own text says beside its words, read where no index knows it.
struct NoteFacts {
  private let note: IndexedNote

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ id: NoteID, title: String) {
    let moment = Timestamp(seconds: 0)
    var note = IndexedNote(
      path: id.path, fact: FileFact(inode: 0, size: bytes.count, modified: moment, changed: moment))
    let scanned = UnsafeBufferPointer(rebasing: bytes.prefix(NoteReader.mostScanned))
    note.add(NoteScanner.scan(scanned.span), of: scanned)
    note.title = title
    note.addNames()
    self.note = note
  }

  /// The values of a property by its key; that of an empty one is empty.
  func values(of key: [UInt8]) -> [String] {
    note.properties.filter { $0.key == key }.map { $0.value ?? "" }
  }

  func keys(named pattern: Pattern) -> Set<[UInt8]> {
    Set(note.properties.filter { pattern.fits($0.name) }.map(\.key))
  }

  /// False for conditions of another kind.
  func fits(_ condition: Condition) -> Bool {
    switch condition {
    case .tag(let key):
      note.tags.contains { $0.key == key || $0.key.starts(with: key + [UInt8(ascii: "/")]) }
    case .openTask(let rules): note.tasks.contains { rules.isOpen($0.facts) }
    case .doneTask(let rules):
      note.tasks.contains { rules.status(of: $0.facts.mark).type == .done }
    case .due(let days): note.tasks.contains { $0.due.map(days.contains) ?? false }
    case .created(let moments): note.created.map(moments.contains) ?? false
    case .feature(let bit): note.features & bit != 0
    case .property(let key, let wanted):
      note.properties.contains { property in
        property.key == key && (wanted.map { property.has($0) } ?? true)
      }
    case .number(let key, let sign, let wanted):
      note.properties.contains { property in
        property.key == key && property.number.map { sign.holds($0, wanted) } ?? false
      }
    case .moment(let key, let range):
      note.properties.contains { property in
        property.key == key && property.moment.map(range.contains) ?? false
      }
    default: false
    }
  }
}
