import FileStore
import Glibc
import RemoteLab
import Secrets
import Services
import Synchronization
import TestSupport
import Testing

@testable import GitSync

/// Answers what git and ssh ask as a test says, and keeps what that was.
final class AnsweringPerson: CredentialAsking {
  private let state = Mutex<[CredentialQuestion]>([])
  private let answers: @Sendable (CredentialQuestion) -> CredentialAnswer

  init(_ answers: @escaping @Sendable (CredentialQuestion) -> CredentialAnswer) {
    self.answers = answers
  }

  /// Says yes to a host's key, and this to all else.
  convenience init(saying text: String) {
    self.init { $0.kind == .hostKey ? .yes : .given(Self.secret(text)) }
  }

  var asked: [CredentialQuestion] { state.withLock { $0 } }
  var kinds: [CredentialQuestion.Kind] { asked.map(\.kind) }

  func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    state.withLock { $0.append(question) }
    return answers(question)
  }

  static func secret(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }
}

/// A vault with a note, whose remote is behind a real server.
final class RemoteBench {
  let folder: TemporaryFolder
  private let bench: SyncBench
  private let device: Device

  init() async throws {
    bench = try await SyncBench()
    folder = bench.home
    device = try await bench.device("laptop", hasRemote: false)
    device.folder.write("a.md", "one\n")
    folder.makeFolder("sockets")
  }

  /// What the person has set for all of their repositories.
  func useSsh(_ command: String) throws {
    try bench.git("config --global core.sshCommand '\(command)'")
  }

  func useRemote(_ address: String) throws {
    try bench.git("init -q -b main", in: device.path)
    try bench.git("remote add origin \(address)", in: device.path)
  }

  var remotePath: String { bench.remote }

  /// The remote's commit.
  func head(of branch: String = "main") -> String? {
    try? bench.git("rev-parse --verify -q \(branch)", in: bench.remote)
  }

  func write(_ name: String, _ text: String) { device.folder.write(name, text) }

  /// What a hook of the server's does before it takes a branch, of the name `$1`.
  func setHook(_ line: String) throws {
    folder.write("remote.git/hooks/update", "#!/bin/sh\n\(line)\n")
    _ = try bench.shell("chmod +x '\(bench.remote)/hooks/update'")
  }

  /// As somebody who may.
  func moveBranch(to branch: String) throws {
    try bench.git("update-ref refs/heads/main \(branch)", in: bench.remote)
  }

  func sync(
    _ person: AnsweringPerson, by beginner: SyncRequest.Beginner = .person,
    agreed: Set<SyncQuestion> = [], agreesToOpen: Bool = true
  ) async throws(SyncFailure) -> SyncReport {
    var manner = device.manner
    manner.asking = PromptChannel(
      program: Self.binary, folders: [Array(folder.path("sockets").utf8)], person: person)
    let service = GitVaultSync(
      folder: device.path, files: device.files, manner: manner, environment: bench.environment)
    if beginner == .automatic { await syncedByHand() }
    var agreed = agreed
    if agreesToOpen { agreed.formUnion(try await openAddresses()) }
    return try await service.sync(SyncRequest(by: beginner, agreed: agreed)) { _ in }
  }

  /// What is asked of addresses that are not encrypted.
  func openAddresses() async throws(SyncFailure) -> Set<SyncQuestion> {
    let addresses = (try? await device.repository().addresses(of: "origin")) ?? []
    return Set(addresses.map { .notEncrypted(address: GitAddress.withoutPassword($0)) })
  }

  /// As if a sync by hand had come to its end before: nothing is sent by itself without one.
  private func syncedByHand() async {
    do {
      let repository = try await device.repository()
      let addresses = try await repository.addresses(of: "origin")
      try await device.manner.trust.add(.synced, repository, addresses)
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Files in which a text stands, anywhere below the home, the vault and the state.
  func files(with text: String) throws -> [String] {
    let folders = [folder.path, device.path, device.stateFolder.path]
    let names = folders.map { "'\($0)'" }.joined(separator: " ")
    guard let pipe = popen("grep -rlF -e '\(text)' \(names)", "r") else { return ["grep"] }
    defer { pclose(pipe) }
    var said = [UInt8](repeating: 0, count: 1 << 14)
    let count = fread(&said, 1, said.count, pipe)
    return String(decoding: said[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static var binary: String { (try? SpawnedProgram.program.get()) ?? "" }
}
