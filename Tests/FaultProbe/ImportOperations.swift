import Entities
import FileStore
import Importing
import OpenVault
import Services
import Undo

/// Notes of another program come into the vault, as the command brings them.
struct ImportOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    guard operation == "import" else { return false }
    let id = VaultID(NotePath(bytes: vault))
    let kept = StateFiles(stateFolder: state, vault: id).state()
    let store = FolderStore(root: vault, clock: ProbeClock())
    let moves = FolderMoves(root: vault, stateFolder: state, vault: id, clock: ProbeClock())
    var problems: [String] = []
    let recorder = DoneRecorder(
      DoneCommand("import", began: ProbeClock().now), in: kept.done, rewriting: moves
    ) { untold.append($0) }
    let imports = VaultImports(
      store: store, files: FolderFiles(root: vault, clock: ProbeClock()),
      foreign: ObsidianFolder(root: vault), state: kept, clock: ProbeClock()
    ).recorded(by: recorder)
    var request = ImportRequest(
      format: .keep, sources: [NotePath(bytes: state + Array("/Keep".utf8))])
    request.folder = NotePath("In")
    arm()
    do throws(ImportError) {
      let plan = try await imports.plan(request) { _ in true }
      let report = await imports.carryOut(plan) { _ in true }
      problems = report.problems.map { "\($0.of): \($0.reason)" }
    } catch {
      problems = [error.message]
    }
    problems += await untold
    if !problems.isEmpty { throw Trouble(problems: problems) }
    return true
  }
}

/// What could not be stored for an undo.
@MainActor private var untold: [String] = []
