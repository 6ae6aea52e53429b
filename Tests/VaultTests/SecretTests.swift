import Glibc
import Secrets
import Testing

@testable import Vault

@Suite("Secrets in memory")
struct SecretTests {
  @Test("A secret takes over its bytes and leaves zeros in the source")
  func taking() throws {
    var bytes = Array("a word".utf8)
    let secret = try Secret(taking: &bytes)
    #expect(secret.text == "a word")
    #expect(bytes == [0, 0, 0, 0, 0, 0])
    #expect(secret.count == 6)
  }

  @Test("A secret may be empty or shorter than its capacity")
  func sizes() throws {
    #expect(try secret("").bytes == [])
    let part = try Secret(capacity: 100) { (room) throws(Never) in
      room.copyBytes(from: [1, 2, 3])
      return 3
    }
    #expect(part.bytes == [1, 2, 3])
  }

  @Test("Errors while a secret is filled are reported")
  func failing() {
    #expect {
      _ = try Secret(capacity: 10) { (_) throws(AgeError) -> Int in throw .changedHeader }
    } throws: { error in
      guard case SecretError<AgeError>.filling(.changedHeader) = error else { return false }
      return true
    }
  }

  @Test("A secret cannot be written to, even by us")
  func readOnly() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      try secret("a word").withBytes { UnsafeMutableRawBufferPointer(mutating: $0)[0] = 1 }
    }
  }

  @Test("Memory past the secret cannot be read")
  func guarded() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let secret = try secret("0123456789abcdef")
      secret.withBytes { bytes in
        let behind = UnsafeRawBufferPointer(start: bytes.baseAddress, count: 17)
        exit(Int32(behind[16]))
      }
    }
  }

  @Test("No dump can be written before a secret's first byte is read (security L5)")
  func dumps() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let before = Dumps.areAllowed
      var during = true
      _ = try Secret(capacity: 8) { (room) throws(Never) in
        during = Dumps.areAllowed
        return 0
      }
      exit(before && !during ? 7 : 1)
    }
  }

  @Test("Without memory locking a secret still works and reports it")
  func unlocked() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
      // The administrator may lock without limit.
      if geteuid() == 0 { _ = setuid(65_534) }
      let secret = try secret("a word")
      exit(!secret.isLocked && secret.text == "a word" ? 7 : 1)
    }
  }
}
