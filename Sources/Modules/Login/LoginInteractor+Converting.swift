import Entities
import Secrets
import Services
import Synchronization
import Viper

/// Encrypts and decrypts vaults.
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

/// Read by whoever does the work, on another thread.
final class ConversionRun: Sendable {
  private let isStopped = Atomic(false)

  var isWanted: Bool { !isStopped.load(ordering: .relaxed) }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
