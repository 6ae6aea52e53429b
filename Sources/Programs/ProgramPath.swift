import Glibc

/// Where a program is that is known by its name alone.
package enum ProgramPath {
  /// In the folders of a `PATH`, of which only absolute ones count: the folder that this program runs in
  /// is often a stranger's.
  package static func of(_ name: String, in path: String) -> String? {
    path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
