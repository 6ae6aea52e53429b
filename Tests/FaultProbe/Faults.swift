import Entities
import Glibc
import Services

/// Faults count from here on: what the program does to start is not in question.
func arm() {
  typealias Arm = @convention(c) () -> Void
  guard let symbol = dlsym(nil, "fault_arm") else { return }
  unsafeBitCast(symbol, to: Arm.self)()
}

/// What did not stop an operation, and was told.
struct Trouble: Error {
  var problems: [String]
}

struct ProbeClock: WallClock {
  let now = Timestamp(seconds: 1_800_000_000)

  func civil(_ moment: Timestamp) -> CivilTime { CivilTime(year: 2027, month: 1, day: 15) }
}
