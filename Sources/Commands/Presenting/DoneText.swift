import Cells
import Entities
import Services
import Undo

/// Writes a command's changes to files in JSON.
@MainActor
struct DoneText {
  private let request: CommandRequest
  private let output: CommandOutput

  init(_ request: CommandRequest, _ output: CommandOutput) {
    self.request = request
    self.output = output
  }

  func write(_ steps: [DoneCommand.Step]) {
    let results = ResultWriter(request, output)
    var written: Set<DoneCommand.Step.File> = []
    for file in steps.flatMap(\.files) {
      // A note that is saved twice is reported once.
      guard written.insert(file).inserted else { continue }
      results.add(
        [JSONMember("did", .string(file.did))] + output.members(of: file.path)
          + (file.from.map { output.members(of: $0, named: "from") }
            ?? [JSONMember("from", .null)])
      ) { "" }
    }
    results.finish()
  }
}

extension CommandContext {
  /// Writes the changes of a command without other output.
  func writeDone(_ request: CommandRequest, in vault: CommandVault) {
    DoneText(request, output).write(vault.recorder?.steps ?? [])
  }

  /// Reports a new folder, because it is often a typing error.
  func reportNewFolder(_ folder: NotePath, _ request: CommandRequest) {
    let verb = request.isTrial ? "would be" : "was"
    output.message("the folder \(output.shown(folder)) \(verb) made.")
  }
}

extension DoneCommand.Step {
  struct File: Hashable {
    var did: String
    var path: NotePath
    var from: NotePath?
  }

  var files: [File] {
    switch self {
    case .starting: []
    case .made(let note, _, _), .brought(let note, _, _): [File(did: "made", path: note.path)]
    case .restored(let note, _): [File(did: "restored", path: note.path)]
    case .trashed(let note): [File(did: "trashed", path: note.original.path)]
    case .beyond(let note): [File(did: "rewritten", path: note.path)]
    case .rewrote(let receipt): Self.files(receipt.moves, receipt.notes + receipt.linking)
    case .moved(let receipt): Self.files(receipt.moves, receipt.rewritten)
    case .merged(let receipt):
      Self.files(
        (receipt.rewriting?.moves ?? []) + (receipt.renamed?.moves ?? []),
        (receipt.rewriting?.notes ?? []) + (receipt.renamed?.rewritten ?? []))
        + receipt.trashed.map { File(did: "trashed", path: $0.original.path) }
        + (receipt.made.map { [File(did: "made", path: $0.path)] } ?? [])
    case .whole, .ended, .folder, .begun: []
    }
  }

  private static func files(_ moves: [NoteMove], _ rewritten: [NoteID]) -> [File] {
    let moved = Set(moves.map(\.to))
    return moves.filter { $0.from != $0.to }
      .map { File(did: "moved", path: $0.to.path, from: $0.from.path) }
      + rewritten.filter { !moved.contains($0) }.map { File(did: "rewritten", path: $0.path) }
  }
}
