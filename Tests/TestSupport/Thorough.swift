import Glibc
package import Testing

/// What takes minutes: `make check` runs it, by NOTES_TUI_TESTS=thorough, and `make test` does not.
package enum Thorough {
  package static let isAsked = getenv("NOTES_TUI_TESTS").map { String(cString: $0) } == "thorough"

  /// For tests that do things by chance: `make check` gives the commit's own seed, NOTES_TUI_SEED any other.
  package static let seed = getenv("NOTES_TUI_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

  /// Numbers of calls that are to fail, one run for each: all of them, else every tenth.
  package static func calls(upTo most: Int) -> StrideTo<Int> {
    isAsked ? stride(from: 0, to: most, by: 1) : stride(from: 4, to: most, by: 10)
  }
}

extension Trait where Self == ConditionTrait {
  /// For a suite or a test that `make check` alone runs.
  package static var thorough: Self {
    .enabled(if: Thorough.isAsked, "it takes long: make check runs it")
  }
}
