import Bytes
import Entities

/// Replaces `{{…}}` in a block of the Tasks plugin: names of the block's file, presets, and comments.
struct QueryPlaceholders {
  let note: NoteID?
  let presets: [String: String]

  /// The longest line after replacing: a preset can contain itself.
  private static let longest = 1 << 16

  /// Returns the line with its placeholders replaced. A preset can make it several lines.
  func filled(_ line: LocatedText) throws(BlockProblem) -> [LocatedText] {
    if line.trimmed.characters.first == "#" { return [line] }
    var line = line
    var count = 0
    while let start = line.find("{{") {
      guard let end = line.find("}}", from: start) else {
        throw line.problem("This “{{” is never closed: put “}}” where it ends", at: start)
      }
      count += 1
      let name = line[(start + 2)..<end].trimmed
      let value = name.characters.first == "!" ? "" : try value(of: name)
      guard count <= 100, line.count + value.utf8.count <= Self.longest else {
        throw line.problem("Too much is put in here", at: start)
      }
      line.replace(start..<(end + 2), with: value)
    }
    return line.lines
  }

  func preset(_ name: LocatedText) throws(BlockProblem) -> String {
    if let text = presets[name.text] { return text }
    let names = presets.keys.sorted().prefix(20).joined(separator: ", ")
    throw name.problem("There is no preset “\(name.text)”; there are: \(names)")
  }

  private func value(of name: LocatedText) throws(BlockProblem) -> String {
    if name.text.hasPrefix("preset.") { return try preset(name[7..<name.count]) }
    let known: [String: (NotePath) -> String] = [
      "query.file.path": { $0.text },
      "query.file.pathWithoutExtension": { $0.folder.appending($0.stem).text },
      "query.file.root": Self.root,
      "query.file.folder": Self.folder,
      "query.file.filename": { $0.name.text },
      "query.file.filenameWithoutExtension": { $0.stem.text },
    ]
    guard let value = known[name.text] else {
      throw name.problem(
        "“\(name.text)” is not known here; there are \(known.keys.sorted().joined(separator: ", "))"
      )
    }
    guard let note else { throw name.problem("This text has no file yet") }
    return value(note.path)
  }

  static func root(of path: NotePath) -> String {
    let root = path.bytes.prefix { $0 != Byte.slash }
    return root.count == path.bytes.count ? "/" : String(decoding: root, as: UTF8.self) + "/"
  }

  static func folder(of path: NotePath) -> String {
    path.folder.bytes.isEmpty ? "/" : path.folder.text + "/"
  }
}
