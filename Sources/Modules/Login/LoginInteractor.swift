import Entities
import Secrets
import Services
import Synchronization
import Viper

/// Lists vaults, makes them, and opens them with a valid proof.
@MainActor
final class LoginInteractor: LoginInteracting {
  weak var output: (any LoginInteractorOutput)?
  private let vaults: any Vaults
  private let converting: (any VaultConverting)?
  private let work: Work
  private let scope: WorkScope
  /// The running work, which can be canceled.
  private var attempt: WorkScope?
  private var hasEnded = false
  /// The locked vault that is being opened.
  private var opening: VaultID?
  private var prepared: PreparedVault?
  var madeKeys: ConvertingKeys?
  /// The running conversion, which can be stopped.
  private var run: ConversionRun?

  private enum Outcome: Sendable {
    case open(VaultSummary)
    case locked(VaultSummary)
    case prepared(PreparedVault)
    case madeKeys(ConvertingKeys)
    case proofIsRight
    case changed
    case failed(String)
    case refused(String, wait: Duration)
  }

  init(vaults: any Vaults, converting: (any VaultConverting)? = nil, work: Work) {
    self.vaults = vaults
    self.converting = converting
    self.work = work
    scope = work.scope()
  }

  func loadVaults() {
    scope.run { [vaults] in
      await vaults.known()
    } then: { [weak self] result in
      if case .success(let known) = result { self?.output?.didLoad(known) }
    }
  }

  func look(at folder: String) {
    scope.run { [vaults] in
      await vaults.isTaken(folder)
    } then: { [weak self] result in
      self?.output?.didLook(at: folder, isTaken: (try? result.get()) ?? true)
    }
  }

  func open(_ vault: VaultID, proof: VaultProof) {
    begin(on: vault) { [vaults] () async throws(VaultError) in
      .open(try await vaults.open(vault, proof: proof))
    }
    if proof != .none { opening = vault }
  }

  func make(at folder: String) {
    begin { [vaults] () async throws(VaultError) in
      let made = try await LoginCases(vaults).make(at: folder)
      return made.isLocked ? .locked(made) : .open(made)
    }
  }

  func prepare(at folder: String, passphrase: TypedSecret) {
    begin { [vaults] () async throws(VaultError) in
      .prepared(try await vaults.prepareLocked(at: folder, passphrase: passphrase))
    }
  }

  func finishMaking() {
    guard let prepared else { return }
    begin { () async throws(VaultError) in .open(try await prepared.finish()) }
  }

  func forgetPrepared() {
    prepared = nil
    madeKeys = nil
  }

  func isEndOfKey(_ typed: TypedSecret) -> Bool {
    guard let key = prepared?.recoveryKey ?? madeKeys?.recoveryKey else { return false }
    return RecoveryKeyEnd.isEnd(typed, of: key)
  }

  func strength(of passphrase: TypedSecret) -> PassphraseStrength {
    passphrase.withBytes { PassphraseStrength(of: $0) }
  }

  func makeKeys(of vault: VaultID, passphrase: TypedSecret) {
    guard let converting else { return }
    begin { () async throws(VaultError) in
      .madeKeys(try await converting.makeKeys(of: vault, passphrase: passphrase))
    }
  }

  func check(_ proof: VaultProof, of vault: VaultID) {
    begin(on: vault) { [vaults] () async throws(VaultError) in
      try await vaults.check(proof, of: vault)
      return .proofIsRight
    }
  }

  func changePassphrase(of vault: VaultID, to passphrase: TypedSecret, proof: VaultProof) {
    begin(on: vault) { [vaults] () async throws(VaultError) in
      try await vaults.changePassphrase(of: vault, to: passphrase, proof: proof)
      return .changed
    }
  }

  func askForWait(before vault: VaultID) {
    scope.run { [vaults] in
      await vaults.wait(before: vault)
    } then: { [weak self] result in
      if let wait = try? result.get() { self?.tell(wait) }
    }
  }

  func lock(_ vault: VaultID) { vaults.lock(vault, keeping: []) }

  func giveUp() {
    attempt?.end()
    attempt = nil
    if let opening { vaults.lock(opening, keeping: []) }
    opening = nil
  }

  func end() {
    hasEnded = true
    scope.end()
    attempt?.end()
    run?.stop()
    forgetPrepared()
  }

  /// Runs one attempt at a time. `vault` is the one whose passphrase is tried.
  private func begin(
    on vault: VaultID? = nil,
    _ way: @escaping @Sendable () async throws(VaultError) -> Outcome
  ) {
    guard !hasEnded else { return }
    attempt?.end()
    opening = nil
    let attempt = work.scope()
    self.attempt = attempt
    attempt.run { [vaults] in
      do throws(VaultError) {
        return try await way()
      } catch {
        guard let vault else { return Outcome.failed(error.message) }
        switch error {
        case .wrongPassphrase, .tooSoon:
          return .refused(error.message, wait: await vaults.wait(before: vault))
        default: return .failed(error.message)
        }
      }
    } then: { [weak self] result in
      guard let self, case .success(let outcome) = result else { return }
      self.opening = nil
      self.tell(outcome)
    }
  }

  private func tell(_ outcome: Outcome) {
    switch outcome {
    case .open(let vault):
      prepared = nil
      output?.didOpen(vault.id, named: vault.name)
    case .locked(let vault): output?.didFindLocked(vault)
    case .prepared(let prepared):
      self.prepared = prepared
      output?.didPrepare(prepared.recoveryKey)
    case .madeKeys(let keys):
      madeKeys = keys
      output?.didPrepare(keys.recoveryKey)
    case .proofIsRight: output?.proofIsRight()
    case .changed: output?.didChangePassphrase()
    case .failed(let message): output?.didFail(message)
    case .refused(let message, let wait):
      output?.didFail(message)
      tell(wait)
    }
  }

  /// Rounds up, so that a person who counts along never tries too soon.
  private func tell(_ wait: Duration) {
    let parts = wait.components
    let seconds = Int(parts.seconds) + (parts.attoseconds > 0 ? 1 : 0)
    output?.mustWait(seconds: max(0, seconds))
  }
}

/// Encrypting and decrypting vaults.
extension LoginInteractor {
  func look(at vault: VaultID, for goal: ConvertingGoal) {
    guard let converting else {
      output?.didFail(LoginWords.noConverting)
      return
    }
    scope.run {
      await converting.outlook(on: vault, goal)
    } then: { [weak self] result in
      if case .success(let outlook) = result { self?.output?.didLook(outlook) }
    }
  }

  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof) {
    guard let converting, run == nil else { return }
    let key: ConvertingKey =
      if let madeKeys { .made(madeKeys) } else { proof == .none ? .none : .proof(proof) }
    let run = ConversionRun()
    self.run = run
    scope.follow {
      converting.run(vault, goal, key, isWanted: { run.isWanted })
    } each: { [weak self] event in
      self?.take(event, of: vault)
    } finally: { [weak self] in
      self?.run = nil
    }
  }

  func stopConverting() { run?.stop() }

  private func take(_ event: ConvertingEvent, of vault: VaultID) {
    switch event {
    case .progress(let progress): output?.didConvert(progress.message)
    case .refused(let error):
      run = nil
      output?.didFail(error.message)
      askForWait(before: vault)
    case .done(let lines), .failed(let lines):
      run = nil
      forgetPrepared()
      output?.didEndConverting(lines)
    }
  }
}

/// Shared with the worker thread, which checks whether to go on.
private final class ConversionRun: Sendable {
  private let isStopped = Atomic(false)

  var isWanted: Bool { !isStopped.load(ordering: .relaxed) }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
