import Entities
import Files
import Glibc
import Services

/// Swaps the files of a plan, forward or back. Each can start from any state, since a run may have
/// been killed at any point.
final class SealedMoveWork {
  private let plan: SealedMovePlan
  private let root: Descriptor
  private let disk: Disk
  /// Notes that another program has changed in the meantime.
  private(set) var leftAlone: [NotePath] = []

  /// The caller holds the folder's lock.
  init(_ plan: SealedMovePlan, in root: consuming Descriptor, disk: Disk) {
    self.plan = plan
    self.root = root
    self.disk = disk
  }

  private enum State {
    /// The old file has its name, the new one is still temporary.
    case waiting
    /// The two have swapped names.
    case done
    /// The old file has its name, and the new one is gone: it was reverted before.
    case untouched
    /// The name belongs to another file.
    case strange
  }

  private func inode(_ name: [UInt8]) throws(SystemError) -> UInt64? {
    try ifThere(Posix.facts(name, in: root.raw))?.inode
  }

  private func state(_ number: Int) throws(SystemError) -> State {
    let step = plan.steps[number]
    try endAside(number)
    let other = try inode(plan.fileName(number))
    guard let facts = try ifThere(Posix.facts(step.id.fileName, in: root.raw)) else {
      return other == step.old.inode ? .done : .strange
    }
    if other == step.old.inode || facts.inode == step.inode { return .done }
    guard facts.isState(step.old) else { return .strange }
    return other == step.inode ? .waiting : other == nil ? .untouched : .strange
  }

  /// Completes an interrupted swap of three renames: if the new file has no name yet, the old one
  /// gets its name back; otherwise the swap is finished.
  private func endAside(_ number: Int) throws(SystemError) {
    let aside = plan.swapName(number)
    guard try inode(aside) != nil else { return }
    let name = plan.steps[number].id.fileName
    let isBegun = try inode(name) == nil
    try Posix.renameToFreeName(
      aside, in: root.raw, to: isBegun ? name : plan.fileName(number), in: root.raw)
  }

  /// Finishes the remaining steps. A note that another program changed stays; with `isStrict` it is
  /// an error.
  func finish(isStrict: Bool) throws(NoteStoreError) {
    for (number, step) in plan.steps.enumerated() {
      let isDone = try onBehalf(of: step.before, to: "move") { () throws(SystemError) in
        switch try state(number) {
        case .done, .untouched: true
        case .waiting: try change(number, expecting: step.old.inode)
        case .strange: false
        }
      }
      if isDone { continue }
      if isStrict { throw .changedOutside(step.before) }
      leftAlone.append(step.before)
    }
    try onBehalf(of: plan.path, to: "move", Posix.syncFolder(root.raw, disk))
  }

  /// Gives each old file its name back. A new file that was changed since stays.
  func takeBack() throws(NoteStoreError) {
    for (number, step) in plan.steps.enumerated().reversed() {
      let isDone = try onBehalf(of: step.before, to: "move back") { () throws(SystemError) in
        switch try state(number) {
        case .waiting, .untouched: true
        case .done: try canGoBack(number) ? change(number, expecting: step.inode) : false
        case .strange: false
        }
      }
      if !isDone { leftAlone.append(step.before) }
    }
    try onBehalf(of: plan.path, to: "move back") { () throws(SystemError) in
      try Posix.syncFolder(root.raw, disk)
      try removeRest()
    }
  }

  private func canGoBack(_ number: Int) throws(SystemError) -> Bool {
    let step = plan.steps[number]
    guard try inode(plan.fileName(number)) == step.old.inode else { return false }
    return try inode(step.id.fileName) == step.inode
  }

  /// Removes the temporary files, once all other names are on the disk: afterward nothing can be
  /// finished or reverted.
  func removeRest() throws(SystemError) {
    for number in plan.steps.indices {
      try ifThere(Posix.remove(plan.fileName(number), in: root.raw))
    }
    try Posix.syncFolder(root.raw, disk)
  }

  /// Swaps the two files of a step. Returns false, with nothing changed, if the note's name
  /// belonged to another file.
  private func change(_ number: Int, expecting inode: UInt64) throws(SystemError) -> Bool {
    let (name, other) = (plan.steps[number].id.fileName, plan.fileName(number))
    do throws(SystemError) {
      try Posix.exchange(other, in: root.raw, with: name, in: root.raw)
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
      let aside = plan.swapName(number)
      try Posix.renameToFreeName(name, in: root.raw, to: aside, in: root.raw)
      try Posix.renameToFreeName(other, in: root.raw, to: name, in: root.raw)
      try Posix.renameToFreeName(aside, in: root.raw, to: other, in: root.raw)
    }
    if try self.inode(other) == inode { return true }
    try Posix.exchange(other, in: root.raw, with: name, in: root.raw)
    return false
  }

  /// Removes the new files of a plan whose steps were never begun.
  static func clear(_ plan: SealedMovePlan, in root: Int32) throws(SystemError) {
    for name in try Posix.names(in: root) where plan.owns(name) {
      try Posix.remove(name, in: root)
    }
  }
}

extension FileFacts {
  /// Whether the facts are equal, apart from those that a rename changes.
  fileprivate func isState(_ facts: SealedFacts) -> Bool {
    inode == facts.inode && size == facts.size && modified == facts.modified
  }
}
