import Glibc
package import Testing

/// What takes minutes: `make check` runs it, by NOTES_TUI_TESTS=thorough, and `make test` does not.
package enum Thorough {
  package static let isAsked = getenv("NOTES_TUI_TESTS").map { String(cString: $0) } == "thorough"

  /// For tests that do things by chance: `make check` gives the commit's own seed, NOTES_TUI_SEED any other.
  package static let seed = number("NOTES_TUI_SEED") ?? 1

  /// For trials that go on by chance: so many seeds, of which the first is the commit's own. `make thorough
  /// TRIALS=100` asks for more of them.
  package static func seeds(quick: UInt64, thorough: UInt64) -> Range<UInt64> {
    let count = isAsked ? number("NOTES_TUI_TRIALS") ?? thorough : quick
    return seed..<seed + count
  }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

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
