import Glibc

// `SyntaxFuzz [COUNT] [SEED]`: reads so many small notes and holds what the program makes of each
// against cmark-gfm's tree. 1 where they differ, with the smallest note that does.

let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard numbers.allSatisfy({ $0 != nil }), numbers.count <= 2 else {
  print("SyntaxFuzz takes two numbers: how many notes, and the first seed.")
  exit(2)
}
let count = numbers.first.flatMap(\.self) ?? 100_000
let first = numbers.dropFirst().first.flatMap(\.self) ?? UInt64.random(in: 0..<1 << 40)
for seed in first..<(first + count) {
  // One that does not come to an end is told of too.
  alarm(60)
  if let failure = SyntaxCheck.failure(seed: seed) {
    print(failure)
    print("Again by: SyntaxFuzz 1 \(seed)")
    exit(1)
  }
}
print("seed \(first): \(count) notes, all read alike.")
