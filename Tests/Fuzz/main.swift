import EngineFuzz
import Glibc

// `Fuzz [--seconds N] [--seed N] [--only STEP,STEP...]`: compares the engine with plain models.
// Runs seed after seed for that time, or one seed with some of its steps. Exits with 1 and the
// difference if something does not agree.

func say(_ message: String) {
  let bytes = Array("\(message)\n".utf8)
  _ = write(2, bytes, bytes.count)
}

func stop(_ message: String) -> Never {
  say(message)
  exit(2)
}

var seconds = 60
var seed = UInt64.random(in: 0..<1 << 40)
var only: [Int]?
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
  guard let value = arguments.popFirst() else { stop("\(name) needs a value.") }
  switch name {
  case "--seconds": seconds = Int(value) ?? { stop("--seconds takes a number.") }()
  case "--seed": seed = UInt64(value) ?? { stop("--seed takes a number.") }()
  case "--only":
    only = value.split(separator: ",").map { Int($0) ?? { stop("--only takes numbers.") }() }
  default: stop("There is no option \(name): --seconds N, --seed N, --only STEP,STEP...")
  }
}

func report(_ failure: Fuzzer.Failure) -> Never {
  say("The engine does not agree: \(failure.problem)")
  for line in failure.story { say("  \(line)") }
  let steps = failure.steps.map(String.init).joined(separator: ",")
  say("Again by: Fuzz --seed \(failure.seed) --only \(steps)")
  exit(1)
}

tellWhereItEnds()
if let only {
  if let failure = Fuzzer.run(seed: seed, only: only) { report(failure) }
  say("Seed \(seed): these \(only.count) steps agree.")
  exit(0)
}
say("Fuzzing the text engine for \(seconds) s from seed \(seed) on.")
let end = ContinuousClock.now + .seconds(seconds)
var (texts, steps) = (0, 0)
repeat {
  // An endless run is reported too.
  alarm(120)
  if let failure = Fuzzer.run(seed: seed) { report(failure) }
  texts += 1
  steps += Fuzzer.stepCount(of: seed)
  seed &+= 1
} while ContinuousClock.now < end
say("All agreed: \(texts) texts, \(steps) steps.")
