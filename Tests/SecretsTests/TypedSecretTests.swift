import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Secrets while they are typed")
struct TypedSecretTests {
  private func typed(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }

  private func bytes(_ secret: TypedSecret) -> [UInt8] { secret.withBytes { Array($0) } }

  @Test("A program with memory for typed secrets writes no core dump (security L5)")
  func dumps() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let before = Dumps.areAllowed
      let secret = TypedSecret()
      exit(before && !Dumps.areAllowed && secret.isEmpty ? 7 : 1)
    }
  }

  @Test("A typed secret holds bytes as they arrive and counts the typed characters")
  func typing() {
    let secret = typed("sé😀")
    #expect(bytes(secret) == Array("sé😀".utf8))
    #expect(secret.count == 7)
    #expect(secret.characterCount == 3)
    #expect(!secret.isEmpty)
  }

  @Test("Deleting removes the last character whole and leaves zeros")
  func removing() {
    let secret = typed("a😀")
    secret.removeLast()
    #expect(bytes(secret) == Array("a".utf8))
    let behind = secret.withBytes { bytes in
      bytes.baseAddress?.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
    }
    #expect(behind == 0)
    secret.removeLast()
    secret.removeLast()
    #expect(secret.isEmpty)
  }

  @Test("A wiped secret is empty, and its memory is zeroed")
  func wiping() {
    let secret = typed("secret")
    let before = secret.withBytes { $0.baseAddress }
    secret.wipe()
    #expect(secret.isEmpty)
    secret.append([1])
    #expect(secret.withBytes { $0.baseAddress } == before)
    let behind = secret.withBytes { bytes in
      bytes.baseAddress.map { Array(UnsafeRawBufferPointer(start: $0, count: 6)) }
    }
    #expect(behind == [1, 0, 0, 0, 0, 0])
  }

  @Test("Input that exceeds the capacity is refused whole")
  func limit() {
    let secret = TypedSecret()
    let full = secret.append([UInt8](repeating: 1, count: TypedSecret.limit))
    #expect(full)
    let more = secret.append([2])
    #expect(!more)
    #expect(secret.count == TypedSecret.limit)
    let copy = secret.withBytes { TypedSecret($0) }
    #expect(copy == secret)
  }

  @Test(
    "Two secrets are equal if their bytes are",
    arguments: [
      ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "aa", false), ("aa", "ab", false),
    ])
  func equality(one: String, other: String, isEqual: Bool) {
    #expect((typed(one) == typed(other)) == isEqual)
  }

  @Test("A secret equals itself without a deadlock")
  func same() {
    let secret = typed("a")
    #expect(secret == secret)
  }
}
