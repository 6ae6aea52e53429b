import Entities
import Files
import Glibc
import Services

/// Lets the new files of a plan take their paths, or gives the old ones theirs back. Each can begin
/// anywhere, because a run may have been killed anywhere.
final class SealedMoveWork {
  private let plan: SealedMovePlan
  private let root: Descriptor
  private let disk: Disk
  /// Notes that another program has changed since.
  private(set) var leftAlone: [NotePath] = []

  /// The folder is held by the caller.
  init(_ plan: SealedMovePlan, in root: consuming Descriptor, disk: Disk) {
    self.plan = plan
    self.root = root
    self.disk = disk
  }

  private enum State {
    /// The old file has its name, the new one waits.
    case waiting
    /// They changed names.
    case done
    /// The old file has its name, and the new one is gone: all was taken back before.
    case untouched
    /// There is another file.
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

  /// A change of names in three steps that was cut off: before the new file had its name, the old one
  /// gets that back; after it, the change is ended.
  private func endAside(_ number: Int) throws(SystemError) {
    let aside = plan.asideName(number)
    guard try inode(aside) != nil else { return }
    let name = plan.steps[number].id.fileName
    let isBegun = try inode(name) == nil
    try Posix.renameToFreeName(
      aside, in: root.raw, to: isBegun ? name : plan.fileName(number), in: root.raw)
  }

  /// All that is left to do. Another program's text stays; with `isStrict` that
  /// stops the work with an error.
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

  /// Gives each old file its name back. What was written since over a new one stays.
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

  /// Takes away the files that go by names of the plan, once the names of all others are on the disk:
  /// nothing can be finished or taken back after it.
  func removeRest() throws(SystemError) {
    for number in plan.steps.indices {
      try ifThere(Posix.remove(plan.fileName(number), in: root.raw))
    }
    try Posix.syncFolder(root.raw, disk)
  }

  /// Lets the two files of a step change names. False, and all as before, where the one that had the
  /// note's name turns out to be another.
  private func change(_ number: Int, expecting inode: UInt64) throws(SystemError) -> Bool {
    let (name, other) = (plan.steps[number].id.fileName, plan.fileName(number))
    do throws(SystemError) {
      try Posix.exchange(other, in: root.raw, with: name, in: root.raw)
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
      let aside = plan.asideName(number)
      try Posix.renameToFreeName(name, in: root.raw, to: aside, in: root.raw)
      try Posix.renameToFreeName(other, in: root.raw, to: name, in: root.raw)
      try Posix.renameToFreeName(aside, in: root.raw, to: other, in: root.raw)
    }
    if try self.inode(other) == inode { return true }
    try Posix.exchange(other, in: root.raw, with: name, in: root.raw)
    return false
  }

  /// Takes away what was written for a plan whose steps were never begun.
  static func clear(_ plan: SealedMovePlan, in root: Int32) throws(SystemError) {
    for name in try Posix.names(in: root) where plan.owns(name) {
      try Posix.remove(name, in: root)
    }
  }
}

extension FileFacts {
  /// The same but for what changes when a file goes by another name.
  fileprivate func isState(_ facts: SealedFacts) -> Bool {
    inode == facts.inode && size == facts.size && modified == facts.modified
  }
}
