import Cells
import Entities
import Links
import Markdown
import NoteList
import Services
import Tags
import UseCases
import VaultSettings

/// Properties, aliases and tags.
extension ObsidianCommands {
  func properties(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    if let note = try await noteIfNamed(call) { return try await properties(of: note, call) }
    let cases = open.properties(context.clock)
    var counts = try await rethrow(await cases.counts(), as: context.runner.properties.failure)
    if let name = call["name"]?.text {
      let count = counts.first { $0.name.lowercased() == name.lowercased() }?.notes ?? 0
      output.write("\(count)\n")
      return .done
    }
    if call["sort"] == "count" { counts.sort { ($1.notes, $0.name) < ($0.notes, $1.name) } }
    let rows = counts.map { count in
      [JSONMember("name", .string(count.name))]
        + (call.has("counts") ? [JSONMember("count", .number(count.notes))] : [])
    }
    write(rows, call) { row in
      row.map { output.shown($0.value.plain) }.joined(separator: ": ")
    }
    return .done
  }

  private func properties(
    of note: NoteID, _ call: ObsidianCall
  ) async throws(CommandFailure) -> ExitCode {
    try await unlock(note)
    let cases = open.properties(context.clock)
    var own = try await rethrow(
      await cases.properties(of: note).map(\.property), as: context.runner.properties.failure)
    if let name = call["name"]?.text {
      own.removeAll { $0.name.lowercased() != name.lowercased() }
    }
    if call.has("total") {
      output.write("\(own.count)\n")
      return .done
    }
    switch call.format {
    case "json":
      let members = own.map { JSONMember($0.name, JSONValue($0.value)) }
      output.write(JSONValue.object(members).text + "\n")
    case "yaml" where call["name"] == nil:
      let text = try await text(of: note)
      write(NoteParts.frontMatter(of: text))
    default:
      for property in own {
        let values = property.values.map { output.shown($0) }.joined(separator: ", ")
        let mark = call.format == "tsv" ? "\t" : ": "
        output.write("\(output.shown(property.name))\(mark)\(values)\n")
      }
    }
    return .done
  }

  func readProperty(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    return try await context.runner.properties.get(
      becoming("prop get", [argument(note.path), call.required("name")]))
  }

  func setProperty(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let (value, type) = (call.required("value"), call["type"]?.text)
    let values =
      type == "list"
      ? value.text.split(separator: ",").map { RawArgument(Self.trimmed($0)) } : [value]
    let options = type.map { [(OptionName.type, RawArgument($0 == "list" ? "multitext" : $0))] }
    let other = becoming(
      "prop set", [argument(note.path), call.required("name")] + values, options ?? [])
    try context.runner.properties.checkSet(other)
    return try await context.runner.properties.set(other)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  func removeProperty(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let other = becoming("prop unset", [argument(note.path), call.required("name")])
    try context.runner.properties.checkName(other)
    return try await context.runner.properties.unset(other)
  }

  func aliases(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let lines = try await aliasRows(call).map { alias, path in
      let shown = output.shown(alias)
      return call.has("verbose") ? "\(shown)\t\(output.shown(path.bytes))" : shown
    }
    writeLines(call.has("verbose") ? lines : Array(Set(lines)).sorted(), call)
    return .done
  }

  private func aliasRows(
    _ call: ObsidianCall
  ) async throws(CommandFailure) -> [(alias: String, path: NotePath)] {
    if let note = try await noteIfNamed(call) {
      return try await details(of: note).aliases.map { ($0, note.path) }
    }
    var request = FileTableRequest()
    request.properties = [Array("aliases".utf8), Array("alias".utf8)]
    let notes = try await onBehalf(
      ofIndex: await open.notes(request) { note, _ in !note.properties.isEmpty })
    return notes.flatMap { note in
      note.properties.flatMap { $0.value.texts }.map { ($0, note.path) }
    }
  }

  /// Returns the named note, or all notes in the order of their paths.
  func notes(_ call: ObsidianCall) async throws(CommandFailure) -> [NoteID] {
    if let note = try await noteIfNamed(call) { return [note] }
    return try await onBehalf(ofIndex: await open.allNotes()).map(\.id).sorted { $0.path < $1.path }
  }

  // MARK: Tags

  func tags(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    var tags: [TagCount]
    if let note = try await noteIfNamed(call) {
      tags = try await details(of: note).tags.map { TagCount(name: $0, notes: 1) }
    } else {
      tags = try await onBehalf(ofIndex: await open.tags.counts())
    }
    if call["sort"] == "count" { tags.sort { ($1.notes, $0.name) < ($0.notes, $1.name) } }
    let rows = tags.map { tag in
      [JSONMember("tag", .string("#\(tag.name)"))]
        + (call.has("counts") ? [JSONMember("count", .number(tag.notes))] : [])
    }
    write(rows, call)
    return .done
  }

  func tag(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let name = try context.tag(call.required("name").text)
    var wanted = CatalogRequest()
    (wanted.tag, wanted.order) = (name, .name)
    let notes = try await onBehalf(ofIndex: await open.notes.notes(wanted))
    if notes.count == 0 {
      throw CommandFailure("no note has #\(output.shown(name)).", code: .notFound)
    }
    if call.has("total") {
      output.write("\(notes.count)\n")
      return .done
    }
    output.write("#\(output.shown(name))\t\(notes.count)\n")
    if call.has("verbose") {
      for note in notes.notes(in: 0..<notes.count) {
        output.write(output.shown(note.id.path.bytes) + "\n")
      }
    }
    return .done
  }
}

/// Links.
extension ObsidianCommands {
  func backlinks(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let links = try await onBehalf(ofIndex: await open.links.backlinks(to: note))
    let counts = Dictionary(links.map { ($0.source.path, 1) }, uniquingKeysWith: +)
    let rows = counts.sorted { $0.key < $1.key }.map { path, count in
      [JSONMember("file", .string(path.text))]
        + (call.has("counts") ? [JSONMember("count", .number(count))] : [])
    }
    write(rows, call)
    return .done
  }

  func links(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let links = try await onBehalf(ofIndex: await open.links.links(from: note))
    var lines: [String] = []
    for link in links {
      let line = output.shown(link.target?.path.bytes ?? Array(Self.name(of: link).utf8))
      if !lines.contains(line) { lines.append(line) }
    }
    writeLines(lines, call)
    return .done
  }

  /// Returns the name that a link has for its target.
  private static func name(of link: LinkRecord) -> String {
    EmbedNames.target(of: link.written) ?? link.missing?.path.text ?? link.written
  }

  func unresolved(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let broken = try await onBehalf(ofIndex: await open.links.loose()).broken.filter {
      $0.target == nil
    }
    var sources: [String: [NotePath]] = [:]
    for link in broken { sources[Self.name(of: link), default: []].append(link.source.path) }
    let rows = sources.sorted { $0.key < $1.key }.map { name, paths in
      var row = [JSONMember("link", .string(name))]
      if call.has("counts") { row.append(JSONMember("count", .number(paths.count))) }
      if call.has("verbose") {
        let files = Set(paths).sorted().map { JSONValue.string($0.text) }
        row.append(JSONMember("sources", .array(files)))
      }
      return row
    }
    write(rows, call)
    return .done
  }

  func orphans(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    try await writeNotes(call) { note, table in
      table.sources(ofLinksTo: note.path).allSatisfy { $0 == note.path }
    }
  }

  func deadEnds(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    try await writeNotes(call) { note, table in table.links(of: note.path).isEmpty }
  }

  private func writeNotes(
    _ call: ObsidianCall, where isWanted: @Sendable (FileRow, any FileTable) -> Bool
  ) async throws(CommandFailure) -> ExitCode {
    let notes = try await onBehalf(ofIndex: await open.notes(where: isWanted))
    write(notes.map(\.path), call)
    return .done
  }
}

extension PropertyValue {
  /// The texts of a list, or a text by itself.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .null, .checkbox, .number, .object: []
    }
  }
}
