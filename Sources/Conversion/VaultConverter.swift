package import Entities
package import Secrets
package import Services
import Synchronization
package import Vault

/// Encrypts and decrypts vaults for a screen: the same steps as in the commands, with everything
/// that a person needs to see.
package final class VaultConverter: VaultConverting {
  private let vaults: LockedVaults
  private let conversion: @Sendable (VaultID) -> VaultConversion
  private let background: (any TaskExecutor)?

  /// The work runs on `background`.
  package init(
    vaults: LockedVaults, background: (any TaskExecutor)? = nil,
    conversion: @escaping @Sendable (VaultID) -> VaultConversion
  ) {
    self.vaults = vaults
    self.background = background
    self.conversion = conversion
  }

  package func outlook(on vault: VaultID, _ goal: ConvertingGoal) async -> ConversionPreview {
    let conversion = conversion(vault)
    do throws(ConversionError) {
      return switch (goal, try conversion.step(goal.direction)) {
      case (.encrypted, .begin):
        try await beginning(conversion)
      case (.plain, .begin):
        ConversionPreview(
          asks: .passphrase,
          remarks: [
            "All notes become plain files again, which every program can read; versions and unsaved "
              + "texts go along. Each is read back and compared before its encrypted file goes.",
            Self.others,
          ])
      case (_, .close):
        ConversionPreview(
          asks: .passphrase,
          remarks: [
            "It has a mark of a conversion that this computer did not begin. What is plain in it is "
              + "encrypted, the mark goes, and nothing is decrypted."
          ])
      case (.encrypted, .goOn), (.plain, .goOn):
        ConversionPreview(
          asks: .passphrase, remarks: ["\(goal.gerund) it was begun before, and continues."])
      case (.encrypted, .takeBack):
        ConversionPreview(asks: .passphrase, remarks: [Self.takenBack("Decrypting")])
      case (.plain, .takeBack):
        ConversionPreview(
          asks: conversion.needsKey(toDecryptFrom: .takeBack) ? .passphrase : .consent,
          remarks: [Self.takenBack("Encrypting")])
      case (_, .finish):
        ConversionPreview(
          asks: .consent, remarks: ["Its notes are plain already; only the marker file remains."])
      }
    } catch {
      return ConversionPreview(asks: .nothing, remarks: error.lines)
    }
  }

  private static let others = "Close other programs that have this vault open."

  private static func takenBack(_ what: String) -> String {
    "\(what) it was begun before and has removed nothing yet: it is taken back."
  }

  private func beginning(
    _ conversion: VaultConversion
  ) async throws(ConversionError) -> ConversionPreview {
    let plan = try await conversion.examine()
    let files = plan.files == 1 ? "One file" : "All \(plan.files) files"
    return ConversionPreview(
      asks: .newPassphrase,
      remarks: [
        "\(files) of it, \(ConversionError.megabytes(plan.bytes)), will be encrypted, and versions and "
          + "unsaved texts with them. Each is read back and compared before the plain one goes.",
        Self.others,
      ] + plan.warnings)
  }

  package func makeKeys(
    of vault: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> ConvertingKeys {
    let made = try await vaults.makeKeys(of: vault, passphrase: passphrase)
    return ConvertingKeys(
      recoveryKey: made.recoveryKey.withBytes { TypedSecret($0) }, made: made)
  }

  package func run(
    _ vault: VaultID, _ goal: ConvertingGoal, _ key: ConvertingKey,
    isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<ConvertingEvent> {
    // A slow reader needs only the latest event.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { events in
      let listener = Listener()
      events.onTermination = { _ in listener.isGone.store(true, ordering: .relaxed) }
      Task.detached(executorPreference: background) { [self] in
        let conversion = conversion(vault)
        let watch: ConversionWatch = { progress in
          events.yield(.progress(progress))
          return isWanted() && !listener.isGone.load(ordering: .relaxed)
        }
        let end: ConvertingEvent
        do throws(ConversionError) {
          if !isWanted() { throw .cancelled }
          end = try await self.end(of: conversion, goal, key, watch)
        } catch {
          end = .failed(Self.lines(on: error, conversion))
        }
        events.yield(end)
        events.finish()
      }
    }
  }

  private func end(
    of conversion: VaultConversion, _ goal: ConvertingGoal, _ key: ConvertingKey,
    _ watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> ConvertingEvent {
    let step = try conversion.step(goal.direction)
    var identity: X25519Identity?
    if goal == .encrypted ? step != .begin : conversion.needsKey(toDecryptFrom: step) {
      do throws(VaultError) {
        guard case .proof(let proof) = key else { throw .locked(conversion.vault.path.text) }
        identity = try await vaults.identity(of: conversion.vault, proof)
      } catch {
        return .refused(error)
      }
    }
    if goal == .plain {
      return done(
        try await conversion.decrypt(from: step, with: identity, watch: watch), conversion)
    }
    guard let key = identity.map(EncryptionKey.begun) ?? key.lock.map(EncryptionKey.new) else {
      return .refused(.locked(""))
    }
    return done(try await conversion.encrypt(from: step, key, watch: watch), conversion)
  }

  private func done(
    _ outcome: VaultConversion.Outcome, _ conversion: VaultConversion
  ) -> ConvertingEvent {
    switch outcome {
    case .encrypted(let report):
      let files = report.files == 1 ? "1 file" : "\(report.files) files"
      let what = report.files == 0 ? "" : ": \(files)"
      return .done(["The vault is encrypted\(what)."] + report.notes + conversion.remains())
    case .decrypted(let report):
      return .done(["The vault is decrypted: its notes are plain files."] + report.notes)
    case .encryptingTakenBack(let notes):
      return .done(["Encrypting was taken back: the vault is plain, as it was."] + notes)
    case .decryptingTakenBack:
      return .done(["Decrypting was taken back: the vault is encrypted, as it was."])
    case .unmarked: return .done(["The vault is plain."])
    }
  }

  /// Returns the reason for the failure, and the vault's state now.
  private static func lines(
    on error: ConversionError, _ conversion: VaultConversion
  ) -> [String] {
    var lines = error == .cancelled ? ["Stopped."] : error.lines
    if case .unfinished(let mark)? = try? conversion.state() {
      lines.append("The vault does not open now: \(mark.explanation).")
    } else if error == .cancelled {
      lines.append("The partial result was removed; the vault is unchanged.")
    }
    return lines
  }

  /// The listener of a run; the run ends when it is released.
  private final class Listener: Sendable {
    let isGone = Atomic(false)
  }
}

extension ConvertingKey {
  fileprivate var lock: PreparedLock? {
    if case .made(let made) = self { made.made as? PreparedLock } else { nil }
  }
}

extension ConvertingGoal {
  fileprivate var direction: ConversionMark.Direction {
    switch self {
    case .encrypted: .encrypting
    case .plain: .decrypting
    }
  }

  fileprivate var gerund: String {
    switch self {
    case .encrypted: "Encrypting"
    case .plain: "Decrypting"
    }
  }
}

extension ConversionError {
  /// The message and the obstacles, line by line.
  fileprivate var lines: [String] {
    let first = message.prefix(1).uppercased() + message.dropFirst()
    guard case .refused(let reasons) = self else { return [first] }
    let more = reasons.count > 50 ? ["… and \(reasons.count - 50) more."] : []
    return [first] + reasons.prefix(50).map { "\($0)." } + more
  }
}
