import App
import Commands
import Conversion
import Entities
import OpenVault
import Services
import TestSupport
import Vault
import VaultLayers
import VaultSettings
import Viper

/// Runs commands in a vault in memory, and collects their output.
@MainActor
final class CommandScene {
  let clock = StillClock()
  let store: MemoryNoteStore
  /// A store in front of `store`, for tests that need failures.
  var troubled: (any NoteStore)?
  var failingMoves: FailingMoves?
  var texts: any NoteTexts = PlainTexts()
  let index: MemoryIndex
  var versions: MemoryVersions
  var links = MemoryLinks()
  var changes = GivenChanges()
  var search = MemorySearch()
  var state = VaultState()
  var settings = MemorySettings()
  var vaults = MemoryVaults()
  /// Replaces `vaults` where vaults have locks.
  var lockedVaults: (any Vaults)?
  var health = MemoryHealth()
  var activity: any NoteActivity = NoActivity()
  var tasks: any TaskIndex = NoTasks()
  var spelling: (any NoteSpelling)?
  /// Other parts of the vault that a test gives.
  var parts: (inout VaultServices) -> Void = { _ in }
  var input = ""
  /// The current folder; the vault is `/vault`.
  var folder = "/vault"
  /// The folders on the disk; empty if unknown.
  var folders: Set<String> = []
  var isTerminal = false
  var isReadOnly = false
  /// The vault's folder does not exist yet.
  var isMissing = false
  var themes: [String] = []
  /// The person's own commands.
  var own: OwnCommandAccess?
  var editor: UserEditor?
  private(set) var openedScreens: [LaunchOptions] = []
  let streams = MemoryStreams()
  /// The path of a vault on the disk, for commands that convert a whole vault.
  var vaultFolder = "/nowhere"
  var waiting = Waiting()
  /// The reader of the results goes away after some bytes, with this reason.
  var outputFails: String?

  /// What is on the clipboard; nil if it cannot be read.
  var pasted: [UInt8]?
  private(set) var notifications: [String] = []
  /// The vaults of Obsidian's own list.
  var obsidianVaults: [String: NotePath] = [:]

  private(set) var results = ""
  private(set) var messages: [String] = []
  private(set) var openings = 0

  convenience init(_ notes: [String: String] = [:]) {
    self.init(MemoryNoteStore(notes, clock: StillClock()))
  }

  init(_ store: MemoryNoteStore) {
    self.store = store
    index = MemoryIndex(store)
    versions = MemoryVersions(clock: clock)
  }

  @discardableResult
  func run(_ words: String...) async -> ExitCode { await run(words) }

  @discardableResult
  func run(_ words: [String]) async -> ExitCode {
    results = ""
    messages = []
    do throws(UsageError) {
      guard
        case .command(let request) = try Invocation(
          arguments: words.map { RawArgument($0) }, folder: folder, home: "/home/ada")
      else {
        messages = ["no command"]
        return .usage
      }
      return await run(request)
    } catch {
      messages = [error.message]
      return .usage
    }
  }

  /// Runs the request as the program does.
  private func run(_ request: CommandRequest) async -> ExitCode {
    var context = context
    do throws(CommandFailure) {
      try CommandRunner(context).check(request)
      _ = try await context.namedVault(request)
    } catch {
      return CommandRunner(context).refuse(request, error)
    }
    switch request.vaultUse {
    case .none: break
    case .finds: context.found = .closed(ClosedVault(folder: NotePath(vaultFolder)))
    case .opens where isEncrypted && context.leavesClosed(request):
      context.found = .closed(ClosedVault(folder: NotePath("/vault")))
    case .opens, .changes, .makes: context.found = .open(await vault())
    }
    return await CommandRunner(context).run(request)
  }

  private var isEncrypted: Bool {
    (lockedVaults ?? vaults).isLocked(VaultID(NotePath(vaultFolder)))
  }

  /// The added and removed lines that a dry run printed, with their files.
  var changedLines: [String] { lines.filter { $0.hasPrefix("+") || $0.hasPrefix("-") } }

  var lines: [String] { results.split(separator: "\n").map(String.init) }

  private var context: CommandContext {
    let output = CommandOutput(
      isTerminal: isTerminal, hasColors: isTerminal,
      send: { bytes in
        if let reason = self.outputFails { return reason }
        self.results += String(decoding: bytes, as: UTF8.self)
        return nil
      },
      tell: { self.messages.append($0) })
    let typed = Array(input.utf8)
    var context = CommandContext(
      output: output, clock: clock, work: Work(), folder: folder, vaults: lockedVaults ?? vaults,
      settings: settings, streams: streams,
      conversion: { folder in
        VaultConversion(
          of: VaultID(folder), clock: self.clock,
          keeping: StateKeeping(
            stateFolder: Array("\(self.vaultFolder)-state".utf8),
            cacheFolder: Array("\(self.vaultFolder)-cache".utf8), clock: self.clock),
          marks: ConversionMarks(stateFolder: Array("\(self.vaultFolder)-state".utf8)),
          workFactor: 1)
      },
      proving: VaultProving(
        stateFolder: Array("\(self.vaultFolder)-state".utf8), clock: clock, workFactor: 1),
      waiting: waiting, readInput: { () throws(CommandFailure) in typed })
    var parts = [typed]
    context.nextInput = { parts.popLast() }
    context.screens.keys = { (Screens.keyTables, []) }
    context.screens.addresses = { Screens.addresses }
    context.screens.themes = { self.themes }
    context.editor = editor
    context.screens.own = own
    context.realPath = { self.folders.contains($0.text) ? $0 : nil }
    context.desktop.paste = { self.pasted }
    context.desktop.notify = { self.notifications.append($0) }
    context.desktop.obsidianVaults = { self.obsidianVaults }
    context.openScreen = { self.openedScreens.append($0) }
    return context
  }

  private func vault() async -> CommandVault {
    openings += 1
    let files = MemoryFiles(
      await store.ids.map { ($0.path, 10) })
    var services = VaultServices.inMemory(store, links: links, changes: changes, texts: texts)
    services.store = troubled ?? (isReadOnly ? ReadOnlyStore(store) : store)
    if isReadOnly { services.moves = ReadOnlyMoves() }
    if let failingMoves { services.moves = failingMoves }
    (services.versions, services.index) = (versions, index)
    (services.queries.search, services.queries.activity) = (search, activity)
    services.tasks.index = tasks
    (services.files, services.health) = (files, health)
    services.state = state
    services.spelling = spelling
    parts(&services)
    return CommandVault(
      OpenedVault(services, isEncrypted: isEncrypted), in: NotePath("/vault"),
      isMissing: isMissing)
  }
}
