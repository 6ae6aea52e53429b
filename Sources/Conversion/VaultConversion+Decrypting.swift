import Entities
import Files
import Glibc
import Services
package import Vault

extension VaultConversion {
  /// Checks everything that is to be decrypted, and changes nothing. Throws the obstacles.
  package func examine(
    opening identity: X25519Identity
  ) async throws(ConversionError) -> (files: Int, bytes: Int) {
    let conflicts = try await keeping.obstacles(to: .decrypting, vault, with: identity)
    let plan = OpeningPlan(try sealedSide(identity).all())
    let refusals = try conflicts + misplaced(plan) + plan.obstacles(in: root)
    if !refusals.isEmpty { throw .refused(refusals) }
    try checkSpace(bytes: plan.bytes, files: plan.targets.count)
    return (plan.targets.count, plan.bytes)
  }

  private func misplaced(_ plan: OpeningPlan) -> [String] {
    plan.targets.filter { !$0.path.isFit }.map {
      "\($0.note.path.text): it says that it belongs at \($0.path.text), where a note cannot be"
    }
  }

  /// Decrypts the vault, or continues. If canceled before the first sealed note is removed, it
  /// removes everything that it wrote; later it stops, and continues the next time.
  package func decrypt(
    with identity: X25519Identity, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> ConversionReport {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    var work = Decryption(
      root: root, sealed: sealedSide(identity),
      watching: Watching(ConversionProgress(.copying), watch), disk: Durability.textsFirst)
    if try beginDecrypting() == .copying {
      let plan = OpeningPlan(try work.sealed.all())
      do throws(ConversionError) {
        try work.watching.begin(
          ConversionProgress(.copying, allFiles: plan.targets.count, allBytes: plan.bytes))
        try work.copyAll(plan)
      } catch {
        guard error == .cancelled else { throw error }
        try takeBack(plan, identity, { _ in true })
        throw error
      }
      try Durability.wait(in: root)
      try mark(.decrypting, .removing)
    } else {
      try StagingFolder(root).putNotesBack()
    }
    work.disk = .real
    try work.removeAll()
    try await keeping.unseal(vault, with: identity) { done, all in
      watch(ConversionProgress(.keeping, files: done, allFiles: all))
    }
    try removeLock()
    try removeMark()
    return work.report
  }

  private func beginDecrypting() throws(ConversionError) -> ConversionMark.Phase {
    switch try state() {
    case .encrypted:
      try mark(.decrypting, .copying)
      return .copying
    case .unfinished(let mark) where mark.direction == .decrypting: return mark.phase
    case let state: throw .wrongState(state)
    }
  }

  /// Removes the results of a decryption that has not removed anything yet.
  package func takeBackDecryption(
    with identity: X25519Identity, watch: @escaping ConversionWatch
  ) throws(ConversionError) {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    let state = try state()
    guard state == .unfinished(.init(.decrypting, .copying)) else { throw .wrongState(state) }
    try takeBack(OpeningPlan(sealedSide(identity).all()), identity, watch)
  }

  private func takeBack(
    _ plan: OpeningPlan, _ identity: X25519Identity, _ watch: @escaping ConversionWatch
  ) throws(ConversionError) {
    let start = ConversionProgress(
      .takingBack, allFiles: plan.targets.count, allBytes: plan.bytes)
    var work = Decryption(
      root: root, sealed: sealedSide(identity), watching: Watching(start, watch))
    try work.takeBack(plan)
    try removeMark()
  }

  /// Finishes a decryption that was killed after its last note, but before its mark was removed: no key
  /// exists any more, and none is needed. A mark of another computer on a plain vault is removed too.
  package func finishWithoutKey() throws(ConversionError) -> Bool {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    switch try state() {
    case .unfinished(.init(.decrypting, .removing)) where !lock.isLocked: try removeLock()
    case .marked(.plain): break
    default: return false
    }
    try removeMark()
    return true
  }
}

extension NotePath {
  /// Whether a note can be decrypted to this path, or name in the trash.
  var isFit: Bool {
    if folder == .trash { return name.isFitForNote }
    return isFitForNote
  }
}
