import Testing

@testable import Vault

@Suite(
  "The public vectors of age",
  .enabled(if: PublicVectors.folder != nil, PublicVectors.whereToGet))
struct PublicVectorTests {
  @Test(
    "Each vector ends as it says and gives the text that it says",
    arguments: PublicVectors.applying)
  func vector(name: String) throws {
    let vector = try PublicVector(name)
    let identities = try vector.ageIdentities()
    let form: AgeForm = vector.isArmored ? .armored : .binary
    for step in [Int.max, 1_000] {
      let opened = Opened(vector.file, identities, form: form, pieces: { step })
      #expect((opened.error?.kind ?? "success") == vector.expect, "\(opened.error as Any)")
      if let payload = vector.payload {
        #expect(sha256(opened.text) == payload, "\(opened.text.count) bytes")
      } else {
        #expect(opened.text.isEmpty)
      }
    }
    let piped = Piped.opened(vector.file, identities, form: form)
    if case .age(let error)? = piped.error {
      #expect(error.kind == vector.expect)
    } else {
      #expect(piped.error == nil && vector.expect == "success")
    }
    #expect(sha256(piped.made) == vector.payload ?? sha256([]))
  }

  @Test("All vectors are present, and only the post-quantum ones do not apply")
  func counted() throws {
    #expect(PublicVectors.applying.count >= 120)
    for name in PublicVectors.notApplying {
      #expect(name.contains("hybrid"), "\(name) does not apply")
      // The error names the kind of such a key.
      let own = try #require(
        try PublicVector(name).identities.first { $0.hasPrefix("AGE-SECRET-KEY-PQ-") })
      #expect(throws: AgeError.key(.otherKind)) { try key(own) }
    }
    print("do not apply: \(PublicVectors.notApplying.joined(separator: " "))")
  }

  @Test("Each vector's header is written as it was read")
  func headers() throws {
    for name in PublicVectors.applying {
      let vector = try PublicVector(name)
      guard !["header failure", "armor failure"].contains(vector.expect), !vector.isArmored else {
        continue
      }
      var reader = HeaderReader()
      let taken = try vector.file.withUnsafeBytes { try reader.read($0) }
      #expect(reader.header.written == Array(vector.file[..<taken]), "\(name)")
      #expect(AgeHeader.proved(reader.header.stanzas) == reader.header.proved, "\(name)")
    }
  }
}
