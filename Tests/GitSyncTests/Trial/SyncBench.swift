import Entities
import FileStore
import Glibc
import Merging
import SealedStore
import Services
import TestSupport
import Testing

@testable import GitSync

/// A bare remote and devices with a vault each, all in folders of their own.
final class SyncBench: Sendable {
  let home = TemporaryFolder()
  let clock: StillClock
  let program: GitProgram

  var environment: [String: String] { program.environment }
  var remote: String { home.path("remote.git") }

  init() async throws {
    clock = StillClock()
    var program = try await GitProgram.find(environment: Self.environment(home))
    // Locks left by a test have no holder.
    program.patience.lock = .milliseconds(20)
    self.program = program
    try git("init -q --bare -b main '\(remote)'")
  }

  private static func environment(_ home: TemporaryFolder) -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return [
      "HOME": home.path, "PATH": path, "GIT_CONFIG_NOSYSTEM": "1",
      "XDG_CONFIG_HOME": home.path("config"),
    ]
  }

  /// Runs git as a person would, and answers with what it wrote.
  @discardableResult
  func git(_ arguments: String, in folder: String? = nil) throws -> String {
    let settings =
      "HOME='\(home.path)' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=hand"
      + " GIT_AUTHOR_EMAIL=h@h GIT_COMMITTER_NAME=hand GIT_COMMITTER_EMAIL=h@h"
    let place = folder.map { "-C '\($0)' " } ?? ""
    return try shell("\(settings) git \(place)\(arguments)")
  }

  func shell(_ command: String) throws -> String {
    let pipe = try #require(popen("\(command) 2>&1", "r"))
    var said: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let got = fread(&part, 1, part.count, pipe)
      if got == 0 { break }
      said += part[..<got]
    }
    let text = String(decoding: said, as: UTF8.self)
    let end = pclose(pipe)
    if end != 0 { throw GitFailed(command: command, said: text) }
    return text
  }

  struct GitFailed: Error {
    var command: String
    var said: String
  }

  /// With a vault that has the bare remote, or is set up later; an encrypted one with these keys.
  func device(
    _ name: String, hasRemote: Bool = true, keys: SealedKeys? = nil
  ) async throws -> Device {
    let device = try Device(name, self, keys: keys)
    if hasRemote {
      let repository = try await GitRepository.make(at: device.folder.path, program: program)
      try await repository.addRemote("origin", address: remote)
    }
    return device
  }
}

/// A computer with a vault.
final class Device: Sendable {
  let name: String
  let bench: SyncBench
  let folder: TemporaryFolder
  let stateFolder = TemporaryFolder()
  let versions: any NoteVersions
  let files: any SyncedFiles
  let manner: SyncMode
  /// An encrypted vault, open.
  let sealed: SealedNotes?

  /// The vault's folder: `folder`, or another one.
  let path: String

  init(
    _ name: String, _ bench: SyncBench, at path: String? = nil,
    in folder: TemporaryFolder = TemporaryFolder(), keys: SealedKeys? = nil
  ) throws {
    self.folder = folder
    self.name = name
    self.bench = bench
    let path = path ?? folder.path
    self.path = path
    versions = FolderVersions(
      stateFolder: stateFolder.bytes, vault: VaultID(NotePath(path)), clock: bench.clock)
    var manner = SyncMode(
      device: name, clock: bench.clock, trust: SyncTrust(stateFolder: stateFolder.bytes))
    if let keys {
      let sealed = try SealedNotes(folder, stateFolder, keys, bench.clock)
      files = sealed.vault.synced(versions: versions)
      manner.isSecret = true
      manner.opener = sealed.vault.opener
      self.sealed = sealed
    } else {
      files = SyncedFolder(root: Array(path.utf8), clock: bench.clock, versions: versions)
      sealed = nil
    }
    self.manner = manner
  }

  var service: GitVaultSync {
    GitVaultSync(
      folder: path, files: files, manner: manner, environment: bench.environment)
  }

  func repository() async throws -> GitRepository {
    try await GitRepository.find(at: path, program: bench.program)
  }

  /// One sync, by the run itself.
  @discardableResult
  func sync(
    _ request: SyncRequest = SyncRequest(by: .person),
    step: @escaping SyncStepping = { _ in }, merge: TreeMerging? = nil
  ) async throws -> SyncReport {
    bench.clock.advance(by: .seconds(1))
    var run = SyncRun(
      repository: try await repository(), files: files, manner: manner, request: request,
      merge: merge ?? GitVaultSync.merging(with: manner.opener), progress: { _ in })
    run.step = step
    run.pause = { _ in }
    return try await run.run()
  }

  /// Whether all have come to one commit. Each of them was synced just now, so that has all of them.
  static func areEqual(_ devices: [Device]) -> Bool {
    let heads = Set(devices.map { $0.folder.text(".git/refs/heads/main") })
    return heads.count == 1 && heads != [nil]
  }

  func head() async throws -> String? { try await repository().head() }

  /// All notes of the vault, by their paths.
  func notes() -> [String: String] { sealed?.texts() ?? notes(in: "") }

  func write(_ name: String, _ text: String) {
    if let sealed { sealed.write(name, text) } else { folder.write(name, text) }
  }

  func rename(_ name: String, to new: String) {
    if let sealed { return sealed.rename(name, to: new) }
    if !folder.exists(new) { folder.rename(name, to: new) }
  }

  private func notes(in prefix: String) -> [String: String] {
    var found: [String: String] = [:]
    for name in folder.names(in: prefix.isEmpty ? "." : prefix) where !name.hasPrefix(".") {
      let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
      if let text = folder.text(path), !text.isEmpty || folder.names(in: path).isEmpty {
        found[path] = text
      } else {
        found.merge(notes(in: path)) { $1 }
      }
    }
    return found
  }
}
