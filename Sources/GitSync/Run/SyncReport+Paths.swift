import Entities
import Services

extension SyncReport {
  /// Every path in it.
  var paths: Set<NotePath> {
    var found = Set(came.map(\.path) + went.map(\.path) + conflicts)
    _ = with {
      found.insert($0)
      return $0
    }
    return found
  }

  /// The same with other names for its files.
  func with(_ name: (NotePath) -> NotePath) -> SyncReport {
    var report = self
    report.came = came.map { SyncChange(name($0.path), $0.kind) }.sorted { $0.path < $1.path }
    report.went = went.map { SyncChange(name($0.path), $0.kind) }.sorted { $0.path < $1.path }
    report.conflicts = conflicts.map(name).sorted()
    report.events = events.map { $0.with(name) }
    return report
  }
}

extension SyncEvent {
  fileprivate func with(_ name: (NotePath) -> NotePath) -> SyncEvent {
    switch self {
    case .merged(let path): .merged(name(path))
    case .marked(let path, let count): .marked(name(path), count)
    case .bothKept(let path, let other): .bothKept(name(path), other: name(other))
    case .deletionOverruled(let path): .deletionOverruled(name(path))
    case .renamed(let path, let new): .renamed(name(path), to: name(new))
    case .nameTaken(let path, let new): .nameTaken(name(path), to: name(new))
    case .linksFollowed(let path): .linksFollowed(name(path))
    case .changedMeanwhile(let path): .changedMeanwhile(name(path))
    case .leftAlone(let path, let reason): .leftAlone(name(path), reason)
    case .nestedRepositories(let paths): .nestedRepositories(paths.map(name))
    case .remoteWasEmpty, .historyRewritten, .unrelatedHistories, .remark: self
    }
  }
}
