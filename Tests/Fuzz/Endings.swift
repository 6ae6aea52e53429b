import EngineFuzz
import Glibc
import Synchronization

/// Lets a trap, or a run without end, say which seed and step it was.
func tellWhereItEnds() {
  // The handler's data is prepared before any signal can arrive.
  Fuzzer.seed.store(0, ordering: .relaxed)
  Fuzzer.step.store(0, ordering: .relaxed)
  for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM] {
    signal(number) { number in
      writeText("\nThe engine ")
      writeText(number == SIGALRM ? "does not come to an end" : "trapped")
      writeText(" in step ")
      writeNumber(UInt64(clamping: Fuzzer.step.load(ordering: .relaxed)))
      writeText(" of seed ")
      writeNumber(Fuzzer.seed.load(ordering: .relaxed))
      writeText(". Again by: Fuzz --seconds 0 --seed and that number.\n")
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}

/// Nothing in a signal's handler may take memory.
private func writeText(_ text: StaticString) {
  _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
}

private func writeNumber(_ number: UInt64) {
  var unit: UInt64 = 1
  while number / unit >= 10 { unit *= 10 }
  while unit > 0 {
    var digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10)
    _ = write(2, &digit, 1)
    unit /= 10
  }
}
