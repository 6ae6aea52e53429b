import Merging

/// The contents of a repository, read by one `git cat-file` that stays while this lives.
package final class GitBlobs: BlobReading, Sendable {
  package func bytes(of blob: String) throws -> [UInt8] { throw GitError.notARepository }
}
