import Entities
package import Services

/// The tasks of all notes.
package struct VaultTasks: TaskIndex, TaskScanning {
  let index: IndexAccess

  @concurrent
  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    if try index.freshen(), let catalog = catalogOfTasks(request) { return catalog }
    return try index.scanning { (database) throws(DatabaseError) in
      try Self.catalog(request, IndexSnapshot(memory: database))
    }
  }

  package func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    request.isInOrder ? catalogOfTasks(request) : nil
  }

  /// Nil where there is no index.
  private func catalogOfTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    guard let source = IndexSnapshot(index.connections) else { return nil }
    return source.asking { (_) throws(DatabaseError) in try Self.catalog(request, source) }
  }

  private static func catalog(
    _ request: TaskRequest, _ source: IndexSnapshot
  ) throws(DatabaseError) -> any TaskCatalog {
    if request.isInOrder {
      return try OpenTaskCatalog(
        source, lowest: request.priority, passingOver: request.leftOut.map(PassedOver.init))
    }
    return try ChosenTaskCatalog(source, request)
  }

  @concurrent
  package func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
    var plain = request
    (plain.status, plain.leftOut) = (.open, nil)
    guard plain == TaskRequest(), try index.freshen(),
      let counts = try index.reading({ (database) throws(DatabaseError) in
        try PassedOver.count(outside: request.leftOut.map(PassedOver.init), database)
      })
    else { return try await tasks(request).count }
    switch request.status {
    case .open: return counts.open
    case .done: return counts.all - counts.open
    case .all: return counts.all
    }
  }
}

extension TaskRequest {
  /// All open tasks, or those of some priorities, in all folders but one: the index has them in their
  /// order.
  fileprivate var isInOrder: Bool {
    var plain = self
    (plain.priority, plain.leftOut) = (nil, nil)
    return plain == TaskRequest()
  }
}
