import Glibc
import Synchronization
import TestSupport

/// People who type in the notes of clones, and which words have to be there at the end.
final class Typing: Sendable {
  private struct State {
    var random: SeededRandom
    var count = 0
    var words: Set<String> = []
    var taken: Set<String> = []
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SeededRandom(seed: seed))) }

  var wordCount: Int { state.withLock { $0.words.count } }

  /// One edit: a new note or daily note, a line, a word behind a line, a line of one's own that goes, or
  /// another name.
  func edit(_ clone: Device) {
    state.withLock { Self.edit(clone, &$0) }
  }

  private static func edit(_ clone: Device, _ state: inout State) {
    let notes = clone.notes()
    let names = notes.keys.sorted()
    let kind = Int.random(in: 0..<100, using: &state.random)
    state.count += 1
    let word = "\(clone.name)w\(state.count)"
    guard kind >= 25, let name = names.randomElement(using: &state.random) else {
      let new =
        ["daily.md", "a.md", "b.md", "dir/c.md", "n\(state.count % 12).md"]
        .randomElement(using: &state.random) ?? "a.md"
      var text = notes[new] ?? ""
      if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
      clone.write(new, text + word + "\n")
      state.words.insert(word)
      return
    }
    var lines = (notes[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    switch kind {
    case ..<80:
      // Text between marks is edited too, but the marks are not.
      let places = lines.indices.filter { !isMark(lines[$0]) }
      let place = places.randomElement(using: &state.random) ?? lines.count
      if place == lines.count || Bool.random(using: &state.random) {
        lines.insert(word, at: place)
      } else {
        lines[place] += lines[place].isEmpty ? word : " " + word
      }
      state.words.insert(word)
    case ..<90:
      let own = lines.indices.filter { index in
        let words = lines[index].split(separator: " ")
        return !words.isEmpty && words.allSatisfy { $0.hasPrefix("\(clone.name)w") }
      }
      guard let gone = own.randomElement(using: &state.random) else { return }
      state.taken.formUnion(lines.remove(at: gone).split(separator: " ").map(String.init))
    default:
      let new = "moved\(Int.random(in: 0..<8, using: &state.random)).md"
      if notes[new] == nil { clone.rename(name, to: new) }
      return
    }
    clone.write(name, lines.map { $0 + "\n" }.joined())
  }

  private static func isMark(_ line: String) -> Bool {
    ["<<<<<<<", "=======", ">>>>>>>"].contains { line.hasPrefix($0) }
  }

  func missing(in clone: Device) -> [String] {
    let there = Set(
      clone.notes().values.flatMap { $0.split { $0 == " " || $0 == "\n" }.map(String.init) })
    return state.withLock { state in
      state.words.subtracting(state.taken).subtracting(there).sorted()
    }
  }

  /// Typed words, and names of notes, that somebody can read in what git has of the vaults, or in what
  /// the program keeps beside them.
  func readable(in clones: [Device]) throws -> [String] {
    let wanted = state.withLock { $0.words.union(["daily.md"] + (0..<8).map { "moved\($0)" }) }
    let list = TemporaryFolder()
    list.write("words", wanted.map { "\($0)\n" }.joined())
    let bench = clones[0].bench
    func found(by command: String) throws -> [String] {
      try bench.shell("\(command) | sort -u").split(separator: "\n").map(String.init)
    }
    let search = "grep -aohFf '\(list.path("words"))'"
    var readable: [String] = []
    for place in [bench.remote] + clones.map(\.path) {
      readable += try found(
        by: "git -C '\(place)' cat-file --batch-all-objects --unordered --batch | \(search)")
    }
    for clone in clones {
      readable += try found(
        by: "\(search) -rs '\(clone.path)' '\(clone.stateFolder.path)/'.[a-z]*")
    }
    return readable
  }
}
