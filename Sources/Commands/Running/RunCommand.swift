import Bytes
import Entities
import NewNotes
package import OwnCommands
import Services
package import UseCases

/// The person's own commands, and what starts their programs.
package struct OwnCommandAccess {
  package var file: () -> OwnCommandFile
  package var program: any OwnProgramRunning
  /// Whether a hook started this program: then it starts none.
  package var isInHook: Bool

  package init(
    file: @escaping () -> OwnCommandFile, program: any OwnProgramRunning, isInHook: Bool
  ) {
    (self.file, self.program, self.isInHook) = (file, program, isInHook)
  }
}

/// Implements `run`: the person's own commands, without a screen.
struct RunCommand: CommandPart {
  let context: CommandContext

  func run(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    guard let access = context.screens.own else {
      throw CommandFailure("there are no commands of your own here.", code: .notFound)
    }
    let file = access.file()
    for problem in file.problems { output.message(problem) }
    guard let name = request.argument?.text else { return list(file) }
    guard let command = file.named(name) else {
      throw CommandFailure(
        "you have no command “\(output.shown(name))”. “notes-tui run” lists those in the file commands.",
        code: .notFound)
    }
    let vault = context.vault
    let cases = vault.own(access.program, context.clock)
    let subject = try await subject(of: command, request, in: vault)
    let answers = try await answers(to: command, request, subject, cases)
    let isSilent = command.gives == .nothing || command.gives == .message
    if request.isTrial, isSilent {
      let words = try await onBehalf(await cases.words(of: command, on: subject, answers: answers))
      output.message("would run: " + words.map { output.shown($0) }.joined(separator: " "))
      return .done
    }
    let result = try await result(of: command, cases, subject, answers)
    if !result.complaint.isEmpty { output.message(output.shown(result.complaint)) }
    return try await give(result, of: command, cases, request, in: vault)
  }

  private func list(_ file: OwnCommandFile) -> ExitCode {
    let rows = file.commands.map { command in
      [
        command.name, command.when.map { "on \($0.rawValue)" } ?? command.screen.rawValue,
        command.says,
      ]
      .map { output.shown($0) }
    }
    for line in Columns(output).lines(rows) { output.write(line + "\n") }
    if rows.isEmpty { output.message("the file commands has none. See notes-tui help commands.") }
    return .done
  }

  private func subject(
    of command: OwnCommand, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> OwnSubject {
    var notes: [NoteID] = []
    for argument in request.arguments.dropFirst() {
      notes.append(try await context.address(in: vault).find(argument).id)
    }
    let usesSelection = command.gets == .selection || command.run.contains { $0.names("selection") }
    var subject = OwnSubject { [notes] in notes }
    if usesSelection { subject.selection = try context.text(nil) }
    return subject
  }

  /// The answers of the command line, then defaults.
  private func answers(
    to command: OwnCommand, _ request: CommandRequest, _ subject: OwnSubject,
    _ cases: OwnCommandCases
  ) async throws(CommandFailure) -> [String: String] {
    let given = try given(request)
    var answers: [String: String] = [:]
    for question in command.asks {
      if let answer = given[question.name] {
        answers[question.name] = answer
        continue
      }
      let standard = try await onBehalf(
        await cases.standard(of: question, in: command, on: subject))
      if standard.isEmpty {
        throw CommandFailure(
          "“\(question.text)” needs an answer: --answer \(question.name)=…", code: .usage)
      }
      answers[question.name] = standard
    }
    return answers
  }

  private func given(_ request: CommandRequest) throws(CommandFailure) -> [String: String] {
    var given: [String: String] = [:]
    for answer in request.options[.answer] ?? [] {
      let text = answer.text
      guard let equals = text.firstIndex(of: "=") else {
        throw CommandFailure("an answer is NAME=TEXT, not “\(output.shown(text))”.", code: .usage)
      }
      given[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return given
  }

  /// Runs the program; Ctrl-C ends it with all that it started. A guarded command has run already when
  /// its changes were tried.
  private func result(
    of command: OwnCommand, _ cases: OwnCommandCases, _ subject: OwnSubject,
    _ answers: [String: String]
  ) async throws(CommandFailure) -> OwnResult {
    if let known = context.run.ownResult { return known }
    let waiting = context.waiting
    waiting.begin()
    let running = Task {
      do throws(OwnCommandFailure) {
        return Result<OwnResult, OwnCommandFailure>.success(
          try await cases.run(command, on: subject, answers: answers))
      } catch {
        return .failure(error)
      }
    }
    let watching = Task {
      while !Task.isCancelled {
        if waiting.isOver() { return running.cancel() }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    let result = await running.value
    watching.cancel()
    do throws(OwnCommandFailure) {
      let value = try result.get()
      context.run.ownResult = value
      return value
    } catch {
      throw CommandFailure(error)
    }
  }

  // MARK: - Answers

  private func give(
    _ result: OwnResult, of command: OwnCommand, _ cases: OwnCommandCases,
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> ExitCode {
    switch result.answer {
    case .nothing: break
    case .message(let lines): for line in lines { output.write(output.shown(line) + "\n") }
    case .selection(let text):
      if output.isTerminal { output.writeLines(of: text) } else { output.write(text) }
    case .note(let text):
      let made = try await make(text, in: vault)
      await vault.reindex([made])
      context.writeDone(request, in: vault)
    case .rows(let rows): try await choose(among: rows, result, command, cases, request, in: vault)
    case .edits(let json):
      try await apply([json], result, command, cases, request, in: vault)
    }
    return .done
  }

  private func make(_ text: [UInt8], in vault: CommandVault) async throws(CommandFailure) -> NoteID
  {
    var new = NewNote(title: nil)
    new.body = text
    let cases = vault.newNotes(by: await context.settings(in: vault), context.clock)
    do throws(NewNoteFailure) {
      return try await cases.make(new).id
    } catch .store(let error) {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(output.shown(error.words))
    }
  }

  /// Without `--answer row=N`, the rows are only listed.
  private func choose(
    among rows: [OwnChoice], _ result: OwnResult, _ command: OwnCommand, _ cases: OwnCommandCases,
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) {
    let chosen = (request.options[.answer] ?? []).map(\.text).filter { $0.hasPrefix("row=") }
      .map { Int($0.dropFirst("row=".count)) }
    if chosen.isEmpty {
      for (index, row) in rows.enumerated() {
        output.write("\(index + 1)\t\(output.shown(row.label))\n")
      }
      return
    }
    var edits: [JSONReader.Value] = []
    for number in chosen {
      guard let number, rows.indices.contains(number - 1) else {
        throw CommandFailure("there are rows from 1 to \(rows.count) to choose.", code: .usage)
      }
      switch rows[number - 1].action {
      case .edits(let json): edits.append(json)
      case .open(let name, let line):
        output.write(output.shown(name) + (line.map { ":\($0)" } ?? "") + "\n")
      case .selection(let text), .message(let text): output.write(output.shown(text) + "\n")
      }
    }
    if !edits.isEmpty { try await apply(edits, result, command, cases, request, in: vault) }
  }

  private func apply(
    _ json: [JSONReader.Value], _ result: OwnResult, _ command: OwnCommand,
    _ cases: OwnCommandCases, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) {
    defer { context.writeDone(request, in: vault) }
    let edited = try await onBehalf(await cases.apply(json, of: command.name, seen: result.seen))
    await vault.reindex(edited.map(\.note))
  }

  private func onBehalf<Value>(
    _ body: @autoclosure () async throws(OwnCommandFailure) -> Value
  ) async throws(CommandFailure) -> Value {
    try await rethrow(try await body()) { (error: OwnCommandFailure) in CommandFailure(error) }
  }
}

extension CommandFailure {
  fileprivate init(_ failure: OwnCommandFailure) {
    let code: ExitCode =
      switch failure {
      case .refused(_, .store(let error)): CommandFailure(error).code
      case .refused(_, .missing): .notFound
      case .refused(_, .ambiguous): .ambiguous
      case .refused: .unexpected
      case .program(_, .stopped): .cancelled
      case .encrypted, .revealing: .locked
      default: .failed
      }
    self.init(failure.message, code: code)
  }
}
