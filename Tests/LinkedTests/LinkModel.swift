import Entities
import TestSupport

/// A vault of linked notes, and where its links lead, by the rules alone: a path is taken from the
/// vault's root, in Markdown links from the note's folder; a bare name means the note of that name in
/// the link's folder or below it, else the one with the shortest path; case never matters. Headings,
/// titles and aliases are no names.
struct LinkModel {
  struct Link {
    var written: String
    /// Nil where it leads nowhere.
    var target: Int?
    var leadsToHeading = false
    /// False where two files are as near: they are told apart by more than the rules say.
    var isPlain = true
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
      let text =
        "---\naliases: [Alias \(notes.count)]\n---\n# \(Self.title(of: notes.count))\n\n"
        + "Text of \(notes.count).\n\n## \(Self.heading)\n\n"
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

  /// What a note calls itself, which is no name of a file.
  static func title(of number: Int) -> String { "Top \(number)" }

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
    case 0, 1, 2: return bare("[[\(bent)]]", note.stem, in: source)
    case 3: return bare("[[\(bent)|its text]]", note.stem, in: source)
    case 4:
      var link = bare("![[\(bent).md#\(Self.heading)]]", note.stem, in: source)
      link.leadsToHeading = true
      return link
    case 5, 6:
      let written = "[[\(note.withoutEnding)]]"
      if note.folder.isEmpty { return bare(written, note.stem, in: source) }
      return Link(written: written, target: byPath[note.withoutEnding.lowercased()])
    case 7:
      let up = notes[source].folder.split(separator: "/").map { _ in "../" }.joined()
      let path = (up.isEmpty ? "./" : up) + note.path
      return Link(written: "[t](\(Self.escaped(path)))", target: target)
    case 8: return Link(written: missing(target, note), target: nil)
    default: return Link(written: "[[#Own]]", target: source)
    }
  }

  /// What other programs leave unresolved.
  private mutating func missing(_ target: Int, _ note: Note) -> String {
    [
      "[[No such note \(target)]]", "[[nowhere/\(note.stem)]]", "[[\(Self.heading)]]",
      "[[\(Self.title(of: target))]]", "[t](Top%20\(target).md)", "[[Alias \(target)]]",
    ].randomElement(using: &random) ?? ""
  }

  /// A link by the file's name alone.
  private func bare(_ written: String, _ stem: String, in source: Int) -> Link {
    let folder = notes[source].folder
    func distance(_ number: Int) -> (Int, Int) {
      let path = notes[number].path
      let isNear = folder.isEmpty || path.hasPrefix(folder + "/")
      return (isNear ? 0 : 1, path.utf16.count)
    }
    let fitting = byStem[stem.lowercased()] ?? []
    guard let best = fitting.min(by: { distance($0) < distance($1) }) else {
      return Link(written: written)
    }
    let isPlain = fitting.count { distance($0) == distance(best) } == 1
    return Link(written: written, target: best, isPlain: isPlain)
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
