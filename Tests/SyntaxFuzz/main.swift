import Glibc

// `SyntaxFuzz [COUNT] [SEED]`: reads that number of small notes and compares the program's result
// with cmark-gfm's tree. Exits with 1 and the smallest differing note if they differ.

let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard numbers.allSatisfy({ $0 != nil }), numbers.count <= 2 else {
  print("SyntaxFuzz takes two numbers: how many notes, and the first seed.")
  exit(2)
}
let count = numbers.first.flatMap(\.self) ?? 100_000
let first = numbers.dropFirst().first.flatMap(\.self) ?? UInt64.random(in: 0..<1 << 40)
for seed in first..<(first + count) {
  // An endless run is reported too.
  alarm(60)
  if let failure = SyntaxCheck.failure(seed: seed) {
    print(failure)
    print("Again by: SyntaxFuzz 1 \(seed)")
    exit(1)
  }
}
print("seed \(first): \(count) notes, all read alike.")
