package import Entities

extension VaultIndex {
  /// The notes that have a `Folding.name` as a title, an alias or an id, as the index knows them at
  /// this moment; none where there is no index.
  package func notes(titled key: [UInt8]) -> [NotePath] {
    let found = try? reading { (database) throws(DatabaseError) in
      try LinkResolver(database).candidates(key).filter { $0.kind != .stem }.map(\.path)
    }
    return found.flatMap(\.self) ?? []
  }
}
