package import Bytes
package import Entities
package import OpenVault
package import OwnCommands
package import Services

/// The use case of a person's own commands: fills the words of the command, runs its program, and reads
/// the answer. The caller shows or applies it.
package struct OwnCommandCases: Sendable {
  private let vault: VaultServices
  private let folder: NotePath
  private let isEncrypted: Bool
  private let program: any OwnProgramRunning
  private let clock: any WallClock

  /// `folder` is the vault's absolute path.
  package init(
    _ vault: VaultServices, in folder: NotePath, isEncrypted: Bool,
    program: any OwnProgramRunning, clock: any WallClock
  ) {
    (self.vault, self.folder, self.isEncrypted) = (vault, folder, isEncrypted)
    (self.program, self.clock) = (program, clock)
  }

  /// Throws if the command must not run on these notes.
  package func check(
    _ command: OwnCommand, on notes: [NoteID], isSecret: Bool = false
  ) throws(OwnCommandFailure) {
    guard isEncrypted || isSecret || notes.contains(where: \.path.isLocked) else { return }
    if !command.worksEncrypted { throw .encrypted(command.name) }
    if let fact = command.revealing { throw .revealing(command.name, fact) }
  }

  /// Runs the program.
  package func run(
    _ command: OwnCommand, on subject: OwnSubject, answers: [String: String] = [:],
    isHook: Bool = false
  ) async throws(OwnCommandFailure) -> OwnResult {
    let notes = subject.notes()
    try check(command, on: notes, isSecret: subject.isSecret)
    var facts = try await facts(of: command.run, notes, subject, command)
    for (name, answer) in answers { facts.values[name] = Array(answer.utf8) }
    let seen = await versions(of: notes, for: command)
    let input = try await input(of: command, notes, subject)
    let output = try await start(command.run, facts, command, input: input, isHook: isHook)
    do throws(OwnAnswerError) {
      let answer = try OwnAnswer(output.output, as: command.gives)
      return OwnResult(answer: answer, complaint: output.complaint, seen: seen)
    } catch {
      throw .answer(command.name, error)
    }
  }

  /// The arguments that the program would get.
  package func words(
    of command: OwnCommand, on subject: OwnSubject, answers: [String: String]
  ) async throws(OwnCommandFailure) -> [[UInt8]] {
    let notes = subject.notes()
    try check(command, on: notes, isSecret: subject.isSecret)
    var facts = try await facts(of: command.run, notes, subject, command)
    for (name, answer) in answers { facts.values[name] = Array(answer.utf8) }
    return try filled(command.run, facts, command)
  }

  /// The default of a question.
  package func standard(
    of question: OwnQuestion, in command: OwnCommand, on subject: OwnSubject
  ) async throws(OwnCommandFailure) -> String {
    guard let word = question.standard else { return "" }
    let facts = try await facts(of: [word], subject.notes(), subject, command)
    let bytes = try filled([word], facts, command)[0]
    return String(decoding: bytes.filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
  }

  /// The lines to choose an answer from, which another program prints.
  package func choices(
    from words: [OwnWord], in command: OwnCommand, on subject: OwnSubject,
    answers: [String: String]
  ) async throws(OwnCommandFailure) -> [String] {
    let notes = subject.notes()
    try check(command, on: notes, isSecret: subject.isSecret)
    var facts = try await facts(of: words, notes, subject, command)
    for (name, answer) in answers { facts.values[name] = Array(answer.utf8) }
    let output = try await start(words, facts, command, input: [], isHook: false)
    guard case .message(let lines)? = try? OwnAnswer(output.output, as: .message) else { return [] }
    let choices = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    if choices.isEmpty { throw .noChoices(command.name) }
    return choices
  }

  /// Makes the edits of one answer, all or none. Those without a version are refused where the note was
  /// changed after the program started.
  package func apply(
    _ json: [JSONReader.Value], of command: String, seen: [NoteID: String]
  ) async throws(OwnCommandFailure) -> [EditedNote] {
    var edits: [NoteEdit] = []
    do throws(NoteEditMistake) {
      for value in json { edits += try NoteEdit.edits(json: value) }
    } catch {
      throw .edit(command, error)
    }
    for index in edits.indices where edits[index].version == nil {
      edits[index].version = version(of: edits[index].note, among: seen)
    }
    return try await rethrow(await EditCases(vault, clock: clock).apply(edits)) {
      (error: NoteEditFailure) in OwnCommandFailure.refused(command, error)
    }
  }

  private func version(of name: String, among seen: [NoteID: String]) -> String? {
    seen[NoteID(name)] ?? seen[NoteID("\(name).md")]
  }
}

extension OwnCommandCases {
  private func start(
    _ words: [OwnWord], _ facts: OwnFacts, _ command: OwnCommand, input: [UInt8], isHook: Bool
  ) async throws(OwnCommandFailure) -> OwnProgramOutput {
    var start = OwnProgramStart(try filled(words, facts, command), vault: folder.bytes)
    start.input = input
    start.isHook = isHook
    return try await rethrow(await program.run(start)) { (error: OwnProgramError) in
      OwnCommandFailure.program(command.name, error)
    }
  }

  private func filled(
    _ words: [OwnWord], _ facts: OwnFacts, _ command: OwnCommand
  ) throws(OwnCommandFailure) -> [[UInt8]] {
    return try rethrow(words.filled(by: facts)) { (error: OwnFactError) in
      OwnCommandFailure.fact(command.name, error)
    }
  }

  private func facts(
    of words: [OwnWord], _ notes: [NoteID], _ subject: OwnSubject, _ command: OwnCommand
  ) async throws(OwnCommandFailure) -> OwnFacts {
    var facts = OwnFacts(["vault": folder.bytes, "home": Array(program.home.utf8)])
    if !isEncrypted {
      facts.paths = notes.map { folder.appending($0.path).bytes }
      facts.values["path"] = facts.paths.first
    }
    if words.contains(where: { $0.names("title") }), let note = notes.first {
      facts.values["title"] = Array(try await rows([note], subject)[0].title.utf8)
    }
    facts.values["line"] = subject.line.map { Array("\($0)".utf8) }
    facts.values["selection"] = subject.selection
    return facts
  }

  private func input(
    of command: OwnCommand, _ notes: [NoteID], _ subject: OwnSubject
  ) async throws(OwnCommandFailure) -> [UInt8] {
    switch command.gets {
    case .nothing: return []
    case .selection:
      guard let selection = subject.selection else { throw .noSelection(command.name) }
      return selection
    case .notes: return Array(try await rows(notes, subject).json.utf8)
    case .row:
      guard let note = notes.first else { throw .noNote(command.name) }
      return Array((try await rows([note], subject)[0].json + "\n").utf8)
    case .text:
      guard let note = notes.first else { throw .noNote(command.name) }
      return try await rethrow(await vault.store.read(note).bytes) { (error: NoteStoreError) in
        OwnCommandFailure.store(command.name, error)
      }
    }
  }

  /// The rows of these notes. That of a single note has its line.
  private func rows(
    _ notes: [NoteID], _ subject: OwnSubject
  ) async throws(OwnCommandFailure) -> [OwnRow] {
    let catalog = try? await vault.index.catalog(CatalogRequest())
    var rows: [OwnRow] = []
    for note in notes {
      let position = catalog?.position(of: note)
      var summary = position.flatMap { catalog?.notes(in: $0..<($0 + 1)).first }
      if summary == nil { summary = try? await vault.store.summary(of: note) }
      rows.append(OwnRow(note, summary))
    }
    if rows.count == 1 { (rows[0].line, rows[0].text) = (subject.line, subject.text) }
    return rows
  }

  /// The versions that the program can have seen, if its answer may be edits.
  private func versions(
    of notes: [NoteID], for command: OwnCommand
  ) async -> [NoteID: String] {
    guard command.gives == .edits || command.gives == .rows else { return [:] }
    var versions: [NoteID: String] = [:]
    for note in notes { versions[note] = try? await vault.store.read(note).stamp.version }
    return versions
  }
}

extension OwnRow {
  fileprivate init(_ note: NoteID, _ summary: NoteSummary?) {
    self.init(path: note.path.text, title: summary?.title ?? note.path.stem.text)
    if String(validating: note.path.bytes, as: UTF8.self) == nil {
      pathBytes = Percent.text(of: note.path.bytes)
    }
    modified = summary?.modified.written
    snippet = summary?.snippet
    obstacle = summary?.obstacle?.words
  }
}

/// The answer of a program that ended well.
package struct OwnResult: Equatable, Sendable {
  package var answer: OwnAnswer
  /// The first line of its error output.
  package var complaint: String
  /// The versions of the notes when it started.
  package var seen: [NoteID: String]
}

/// Why a command changed nothing.
package enum OwnCommandFailure: ExplainedError, Equatable, Sendable {
  case encrypted(String)
  case revealing(String, String)
  case fact(String, OwnFactError)
  case noNote(String)
  case noSelection(String)
  case noChoices(String)
  case store(String, NoteStoreError)
  case program(String, OwnProgramError)
  case answer(String, OwnAnswerError)
  case edit(String, NoteEditMistake)
  case refused(String, NoteEditFailure)

  package var message: String {
    switch self {
    case .encrypted(let name):
      "“\(name)” does not run on encrypted notes. “encrypted = yes” in the file commands allows it."
    case .revealing(let name, let fact):
      "“\(name)” hands {\(fact)} to a program as an argument, which others can see. For encrypted "
        + "notes, let it read its standard input (gets = …) instead."
    case .fact(let name, let error): "“\(name)”: \(Self.words(for: error))"
    case .noNote(let name): "“\(name)” needs a note. Select one first."
    case .noSelection(let name): "“\(name)” needs a selection. Run it in the editor."
    case .noChoices(let name): "“\(name)” has nothing to choose from: its program printed no line."
    case .store(let name, let error): "“\(name)”: \(error.message)"
    case .program(let name, let error): "“\(name)”: \(error.message)"
    case .answer(let name, let error): "“\(name)”: \(error.message) Nothing was changed."
    case .edit(let name, let error):
      "“\(name)” printed an edit that cannot be used: \(error.message)"
    case .refused(let name, let error): "“\(name)”: \(error.message)"
    }
  }

  private static func words(for error: OwnFactError) -> String {
    switch (error.fact, error.reason) {
    case (let fact, .hasZero): "{\(fact)} has a zero byte, which no argument can have."
    case ("selection", .missing): "{selection} needs a selection. Run it in the editor."
    case ("line", .missing): "{line} needs a line. Run it where a line is selected."
    case (let fact, .missing): "{\(fact)} needs a note. Select one first."
    }
  }
}
