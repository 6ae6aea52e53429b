import Daily
import Saving
import Entities
import Markdown
import NewNotes
import NoteList
import Services

/// Writes notes.
extension ObsidianCommands {
  func append(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    try await add(call, to: try await note(call), beginningWith: nil)
  }

  /// Adds the content at the start or the end, under the note's lock, to the text that it has then.
  private func add(
    _ call: ObsidianCall, to note: NoteID, beginningWith text: [UInt8]?
  ) async throws(CommandFailure) -> ExitCode {
    try await unlock(note)
    let content = call.required("content").bytes
    let position = AddedText(
      isAtStart: call.verbName.hasSuffix("prepend"), isInline: call.has("inline"))
    let writer = open.writer(context.clock)
    let outcome = try await onBehalf(
      ofStore: await writer.add(content, to: note, beginningWith: text, by: position.joined))
    return await context.runner.writing.tell(outcome, of: note, in: open)
  }

  func create(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let cases = try await newNotes()
    let path = try await newPath(call, cases)
    let text = try await newText(call, titled: path?.stem.text ?? Self.untitled, cases)
    let writer = open.writer(context.clock)
    var made: NoteID
    if let path {
      made = NoteID(path)
      if call.has("overwrite") {
        try await unlock(made)
        let outcome = try await onBehalf(ofStore: await writer.write(text, to: made))
        let code = await context.runner.writing.tell(outcome, of: made, in: open)
        write([path], call)
        return code
      }
      try await createOnce(text, at: made, writer)
    } else {
      let folder = await cases.planner.newNoteFolder()
      made = try await onBehalf(
        ofStore: await writer.create(text, titled: Self.untitled, in: folder))
    }
    await open.reindex([made])
    write([made.path], call)
    return .done
  }

  private static let untitled = "Untitled"

  private func createOnce(
    _ text: [UInt8], at note: NoteID, _ writer: HeadlessNoteWriter
  ) async throws(CommandFailure) {
    do throws(NoteStoreError) {
      try await writer.create(text, at: note)
    } catch .changedOutside {
      throw CommandFailure(
        "\(output.shown(note.path.bytes)) is there already. Add overwrite to replace its text.",
        code: .unexpected)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the path from `path=`, or from `name=` in the folder of new notes; nil without either.
  private func newPath(
    _ call: ObsidianCall, _ cases: NewNoteCases
  ) async throws(CommandFailure) -> NotePath? {
    guard let written = call["path"] ?? call["name"] else { return nil }
    var path = try notePath(written)
    if call["path"] == nil, path.folder.bytes.isEmpty {
      path = await cases.planner.newNoteFolder().appending(path)
    }
    return path
  }

  /// Returns the path of a note, with `.md` added where it ends like no note.
  private func notePath(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    let path = try exactPath(written)
    return path.isOfNote ? path : NotePath(bytes: path.bytes + Array(".md".utf8))
  }

  private func newText(
    _ call: ObsidianCall, titled title: String, _ cases: NewNoteCases
  ) async throws(CommandFailure) -> [UInt8] {
    let content = call["content"]?.bytes ?? []
    guard let name = call["template"]?.text else { return content }
    let template = try await templateText(named: name, titled: title, cases)
    return content.isEmpty ? template : AddedText().joined(template, content)
  }

  func newNotes() async throws(CommandFailure) -> NewNoteCases {
    open.newNotes(by: await context.settings(in: open), context.clock)
  }

  // MARK: Files

  func rename(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let file = try await file(named: call)
    var name = try exactPath(call.required("name"))
    guard name.folder.bytes.isEmpty else {
      throw CommandFailure("name= has no folder. move gives a file another one.", code: .usage)
    }
    name = Self.named(name, like: file)
    return try await move(file, to: file.folder.appending(name), call)
  }

  /// Moves into the folder of `to=`, or to the path if that ends like a file of this kind.
  func move(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let file = try await file(named: call)
    guard let target = try folder(call.required("to")) else {
      return try await move(file, to: file.name, call)
    }
    let isFile = call.required("to").bytes.last != UInt8(ascii: "/") && Self.isLike(target, file)
    return try await move(file, to: isFile ? target : target.appending(file.name), call)
  }

  private func move(
    _ file: NotePath, to path: NotePath, _ call: ObsidianCall
  ) async throws(CommandFailure) -> ExitCode {
    if path != file {
      let moved = try await onBehalf(ofStore: await open.notes.move(.attachment(file), to: path))
      await open.reindex(moved.receipt.notes)
    }
    write([path], call)
    return .done
  }

  /// Returns the name with the ending of the file if it has none of that kind.
  private static func named(_ name: NotePath, like file: NotePath) -> NotePath {
    isLike(name, file) ? name : NotePath(bytes: name.bytes + ending(of: file))
  }

  private static func isLike(_ name: NotePath, _ file: NotePath) -> Bool {
    if file.isOfNote { return name.isOfNote && name.isLocked == file.isLocked }
    return name.bytes.suffix(ending(of: file).count).elementsEqual(ending(of: file))
  }

  private static func ending(of file: NotePath) -> [UInt8] {
    let name = file.name.bytes
    let stem = file.isOfNote ? file.stem.bytes.count : name.lastIndex(of: UInt8(ascii: "."))
    return Array(name[(stem ?? name.count)...])
  }

  func delete(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    if call.has("permanent") {
      throw CommandFailure(
        "permanent is not here, because undo could not bring the note back. Without it, the note "
          + "goes to the trash.", code: .usage)
    }
    let note = try await note(call)
    return try await context.runner.tidying.trash(becoming("trash", [argument(note.path)]))
  }

  // MARK: Days and templates

  private func today() async throws(CommandFailure) -> (note: NoteID, text: [UInt8]) {
    let planner = try await newNotes().planner
    let planned = await planner.plan(.daily(planner.today))
    if let problem = planned.problem { output.message(output.shown(problem)) }
    guard let note = planned.note else { throw CommandFailure("the day has no note.") }
    return (note, planned.text.bytes)
  }

  func todaysNote() async throws(CommandFailure) -> NoteID { try await today().note }

  func daily(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let (note, text) = try await today()
    try await unlock(note)
    let writer = open.writer(context.clock)
    let outcome = try await onBehalf(
      ofStore: await writer.append([], to: note, beginningWith: text))
    let code = await context.runner.writing.tell(outcome, of: note, in: open)
    write([note.path], call)
    return code
  }

  func dailyPath(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    write([try await todaysNote().path], call)
    return .done
  }

  func readDaily(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    write(try await text(of: try await todaysNote()))
    return .done
  }

  func appendDaily(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let (note, text) = try await today()
    return try await add(call, to: note, beginningWith: text)
  }

  func unique(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    var new = NewNote(title: call["name"]?.text)
    (new.body, new.isUnique) = (call["content"]?.bytes ?? [], true)
    let made = try await context.runner.writing.make(new, request, in: open)
    if let problem = made.problem { output.message(output.shown(problem)) }
    await open.reindex([made.id])
    write([made.id.path], call)
    return .done
  }

  func templates(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let planner = try await newNotes().planner
    let found = try await onBehalf(ofIndex: await planner.templates())
    writeLines(found.map { output.shown($0.title) }, call)
    return .done
  }

  func readTemplate(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let cases = try await newNotes()
    let name = call.required("name").text
    if call.has("resolve") {
      let title = call["title"]?.text ?? Self.untitled
      write(try await templateText(named: name, titled: title, cases))
    } else {
      write(try await text(of: try await template(named: name, cases)))
    }
    return .done
  }

  private func template(
    named name: String, _ cases: NewNoteCases
  ) async throws(CommandFailure) -> NoteID {
    do throws(NoteStoreError) {
      return try await cases.planner.template(named: name)
    } catch .notFound {
      throw CommandFailure(
        output.shown(await cases.noTemplate(named: name).words), code: .notFound)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func templateText(
    named name: String, titled title: String, _ cases: NewNoteCases
  ) async throws(CommandFailure) -> [UInt8] {
    let template = try await template(named: name, cases)
    return try await onBehalf(ofStore: await cases.planner.text(of: template, title: title).bytes)
  }
}

/// Where a text is added to a note.
private struct AddedText: Sendable {
  /// After the properties instead of at the end.
  var isAtStart = false
  /// Without line breaks around it.
  var isInline = false

  func joined(_ old: [UInt8], _ added: [UInt8]) -> [UInt8] {
    guard isAtStart else {
      return isInline ? old + added : HeadlessNoteWriter.joined(old, added)
    }
    let start = NoteParts.bodyStart(of: old)
    if isInline { return old[..<start] + added + old[start...] }
    let head = HeadlessNoteWriter.joined(Array(old[..<start]), added)
    return head + old[start...]
  }
}
