import Entities
import TestSupport

/// A vault of linked notes, and where its links lead, by the rules alone: a path is taken from the
/// vault's root, in Markdown links from the note's folder; a bare name means the note of that name,
/// the one with the shortest path first; case never matters.
struct LinkModel {
  struct Link {
    var written: String
    /// Nil where it leads nowhere.
    var target: Int?
    var leadsToHeading = false
  }

  struct Note {
    var path: String
    /// One more than there are links: what stands around them.
    var texts: [String]
    var links: [Link]

    var text: String {
      zip(texts, links.map(\.written) + [""]).map { $0 + $1 }.joined()
    }

    var stem: String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
    var withoutEnding: String { String(path.dropLast(3)) }
  }

  private(set) var notes: [Note] = []
  private var byStem: [String: [Int]] = [:]
  private var byPath: [String: Int] = [:]
  private var random: SeededRandom

  private static let folders = ["", "work", "work/deep", "日記", "Old notes", "a/b/c"]
  private static let words = ["plan", "Idea", "日本", "Über", "list", "Émile", "tea (green)", "x'y"]

  init(notes count: Int, links: Int, seed: UInt64) {
    random = SeededRandom(seed: seed)
    makeNotes(count)
    for number in 0..<links {
      let note = number < count ? number : Int.random(in: 0..<count, using: &random)
      let link = link(in: note)
      notes[note].links.append(link)
      notes[note].texts.append(between())
    }
  }

  /// Some names stand in several folders, in any case.
  private mutating func makeNotes(_ count: Int) {
    while notes.count < count {
      let folder = Self.folders.randomElement(using: &random) ?? ""
      let word = Self.words.randomElement(using: &random) ?? ""
      let number = Int.random(in: 0..<count * 3 / 4, using: &random)
      let name =
        Bool.random(using: &random) ? "\(word) \(number)" : "\(word) \(number)".uppercased()
      let path = (folder.isEmpty ? "" : folder + "/") + name + ".md"
      let key = path.dropLast(3).lowercased()
      if byPath[key] != nil { continue }
      byPath[key] = notes.count
      byStem[name.lowercased(), default: []].append(notes.count)
      let text = "Text of \(notes.count).\n\n## \(Self.heading)\n\n"
      notes.append(Note(path: path, texts: [text], links: []))
    }
  }

  private mutating func between() -> String {
    [
      " and ", "\n", "\n\n- item ", " ünd 語 ", ", `[[code]]` ", "\n\n> ", " #work ",
      " #Work/plan, ", " `#work` #workday #idea\n",
    ].randomElement(using: &random) ?? " "
  }

  /// Half of all links lead to few notes, as they do where people write.
  private mutating func wanted() -> Int {
    let near = Int.random(in: 0..<notes.count, using: &random)
    return Bool.random(using: &random) ? near : near % max(1, notes.count / 50)
  }

  // MARK: - What a rename makes of it

  /// Every note has this heading once.
  static let heading = "Part"

  /// The note of a name of its own to whose heading most links lead.
  var mostLinkedHeading: Int? {
    var counts: [Int: Int] = [:]
    for link in notes.flatMap(\.links) where link.leadsToHeading {
      if let target = link.target, byStem[notes[target].stem.lowercased()]?.count == 1 {
        counts[target, default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The texts where the heading of a note has other words, by the notes' paths.
  func texts(headingOf hub: Int, as words: String) -> [String: [UInt8]] {
    texts { number, note in
      for index in note.links.indices
      where note.links[index].leadsToHeading && note.links[index].target == hub {
        note.links[index].written = note.links[index].written
          .replacing("#\(Self.heading)", with: "#\(words)")
      }
      if number == hub {
        note.texts[0] = note.texts[0].replacing("## \(Self.heading)", with: "## \(words)")
      }
    }
  }

  /// The texts where the tag `work`, and what is below it, has another name.
  func texts(workTaggedAs name: String) -> [String: [UInt8]] {
    texts { _, note in
      note.texts = note.texts.map { text in
        text.replacing(" #work ", with: " #\(name) ")
          .replacing(" #Work/plan,", with: " #\(name)/plan,")
      }
    }
  }

  private func texts(_ change: (Int, inout Note) -> Void) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for (number, note) in notes.enumerated() {
      var note = note
      change(number, &note)
      texts[note.path] = Array(note.text.utf8)
    }
    return texts
  }

  // MARK: - Links

  private mutating func link(in source: Int) -> Link {
    let target = wanted()
    let note = notes[target]
    let bent = Bool.random(using: &random) ? note.stem : note.stem.lowercased()
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: return Link(written: "[[\(bent)]]", target: named(note.stem))
    case 3: return Link(written: "[[\(bent)|its text]]", target: named(note.stem))
    case 4:
      return Link(
        written: "![[\(bent).md#\(Self.heading)]]", target: named(note.stem), leadsToHeading: true)
    case 5, 6:
      return Link(written: "[[\(note.withoutEnding)]]", target: rooted(note.withoutEnding))
    case 7:
      let up = notes[source].folder.split(separator: "/").map { _ in "../" }.joined()
      let path = (up.isEmpty ? "./" : up) + note.path
      return Link(written: "[t](\(Self.escaped(path)))", target: target)
    case 8: return Link(written: "[[No such note \(target)]]", target: nil)
    default: return Link(written: "[[#Own]]", target: source)
    }
  }

  /// The shortest path first; of two as short the one that is written so stands for itself, and two of
  /// one stem differ in their folders then.
  private func named(_ stem: String) -> Int? {
    let fitting = byStem[stem.lowercased()] ?? []
    return fitting.min { left, right in
      notes[left].path.utf8.count < notes[right].path.utf8.count
    }
  }

  /// Whether a bare name says which note is meant: two with paths as long are told apart by more than
  /// the rules say.
  func isPlain(_ link: Link) -> Bool {
    guard let target = link.target, !link.written.contains("/") else { return true }
    let length = notes[target].path.utf8.count
    let same = byStem[notes[target].stem.lowercased()] ?? []
    return same.filter { notes[$0].path.utf8.count == length }.count == 1
  }

  private func rooted(_ path: String) -> Int? {
    path.contains("/") ? byPath[path.lowercased()] : named(path)
  }

  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        byte < 0x80 && byte > 0x20
        && !["(", ")", "'", "%"].contains(Character(Unicode.Scalar(byte)))
      return isPlain ? String(Unicode.Scalar(byte)) : "%\(String(byte, radix: 16, uppercase: true))"
    }.joined()
  }
}
