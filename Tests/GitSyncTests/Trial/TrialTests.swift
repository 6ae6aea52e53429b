import TestSupport
import Testing

@Suite("Clones of one remote, killed at every step")
struct TrialTests {
  private static let seeds = Array(Thorough.seeds(quick: 4, thorough: 30))

  @Test("No word is lost, and all clones reach one commit", arguments: seeds)
  func right(_ seed: UInt64) async throws {
    let trial = try await Trial(
      seed: seed, clones: Thorough.isAsked ? 5 : 3, rounds: 5)
    let outcome = try await trial.run()
    #expect(outcome.isGood, "seed \(seed): \(outcome)")
    #expect(trial.syncs > 10 && trial.words > 10)
  }

  /// Each passphrase takes its while: the program's own trial, below, has more of them.
  private static let sealedSeeds = seeds.prefix(max(4, seeds.count * 2 / 5))

  @Test(
    "Encrypted vaults lose no word either, and git holds no readable word", arguments: sealedSeeds)
  func encrypted(_ seed: UInt64) async throws {
    let trial = try await Trial(
      seed: seed, clones: Thorough.isAsked ? 4 : 3, rounds: 5, isEncrypted: true)
    let outcome = try await trial.run()
    #expect(outcome.isGood, "seed \(seed): \(outcome)")
    #expect(trial.syncs > 10 && trial.words > 10)
  }

  @Test("A flawed sync is found", .thorough, arguments: Trial.Flaw.allCases.filter { $0 != .none })
  func wrong(_ flaw: Trial.Flaw) async throws {
    for seed in UInt64(1)...40 {
      let trial = try await Trial(seed: seed, clones: 3, rounds: 8, flaw: flaw)
      if try await !trial.run().lost.isEmpty { return }
    }
    Issue.record("40 trials with \(flaw) lost no word")
  }

  /// Much of it is waiting: several go on at the same time.
  private static let lanes = UInt64(Thorough.isAsked ? 6 : 2)

  @Test(
    "The program is killed with its git at any call, or only its git, plain and encrypted",
    arguments: 1...lanes)
  func program(_ lane: UInt64) async throws {
    for seed in Self.seeds where seed % Self.lanes == lane - 1 {
      let trial = try await ProgramTrial(
        seed: seed, clones: Thorough.isAsked ? 5 : 2, rounds: 3,
        isEncrypted: seed % 2 == 0)
      let outcome = try await trial.run()
      #expect(outcome.isGood, "seed \(seed): \(outcome)")
      #expect(trial.syncs > 3 && trial.words > 3)
    }
  }
}
