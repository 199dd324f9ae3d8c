//! Objects of a bucket by their names, below the prefix of its address.

use std::time::Duration;

use rusty_s3::{S3Action, actions::ListObjectsV2};

use super::{
    ANSWER_TIMEOUT, CALL_TIMEOUT, S3, SIGNATURE_LIFE, STALLED, expect_success, unreachable_service,
};
use crate::files::storage::{StorageError, Stored};

/// A file up to this size is sent without asking whether the service is there.
const SMALL: usize = 256 << 10;
/// Larger ones may take as long as a slow line needs for them, and a slow disk at its end.
const LINE_BYTES_A_SECOND: usize = 256 << 10;
const DISK_BYTES_A_SECOND: usize = 16 << 20;
const READ_TIMEOUT: Duration = Duration::from_mins(30);
const MAX_FILE_BYTES: u64 = 128 << 20;

impl S3 {
    pub(crate) fn put_object(
        &self,
        name: &str,
        mime: &str,
        bytes: &[u8],
    ) -> Result<(), StorageError> {
        let object = self.object(name);
        let patience = if bytes.len() > SMALL {
            // Cheap, and the file may take minutes. What it answers decides nothing: whoever may
            // put a file may not be allowed to ask about the bucket.
            self.head()?;
            Some(Patience::for_file(bytes.len()))
        } else {
            None
        };
        let url = self
            .bucket
            .put_object(Some(&self.credentials), &object)
            .sign(SIGNATURE_LIFE);
        let put = self.agent.put(url.as_str()).content_type(mime);
        let answer = match patience {
            None => put.send(bytes),
            Some(Patience { sending, answer }) => put
                .config()
                .timeout_send_body(Some(sending))
                .timeout_recv_response(Some(answer))
                .timeout_global(Some(CALL_TIMEOUT + sending + answer))
                .build()
                .send(bytes),
        };
        expect_success(
            "put",
            &answer.map_err(|error| unreachable_service("put", &error))?,
        )
    }

    pub(crate) fn open_object(&self, name: &str) -> Result<Option<Stored>, StorageError> {
        let object = self.object(name);
        let url = self
            .bucket
            .get_object(Some(&self.credentials), &object)
            .sign(SIGNATURE_LIFE);
        // The body is read as fast as a client takes it, which has its own limit.
        let answer = self
            .agent
            .get(url.as_str())
            .config()
            .timeout_global(None)
            .timeout_per_read(Some(STALLED))
            .timeout_recv_body(Some(READ_TIMEOUT))
            .build()
            .call()
            .map_err(|error| unreachable_service("get", &error))?;
        if answer.status() == 404 {
            return Ok(None);
        }
        expect_success("get", &answer)?;
        let body = answer.into_body();
        let length = body.content_length();
        let reader = body.into_with_config().limit(MAX_FILE_BYTES).reader();
        Ok(Some(Stored {
            length,
            reader: Box::new(reader),
        }))
    }

    pub(crate) fn delete_object(&self, name: &str) -> Result<(), StorageError> {
        let object = self.object(name);
        let url = self
            .bucket
            .delete_object(Some(&self.credentials), &object)
            .sign(SIGNATURE_LIFE);
        let answer = self
            .agent
            .delete(url.as_str())
            .call()
            .map_err(|error| unreachable_service("delete", &error))?;
        if answer.status() == 404 {
            Ok(())
        } else {
            expect_success("delete", &answer)
        }
    }

    /// The names of all objects, in their order.
    pub(crate) fn names(&self) -> Result<Vec<String>, StorageError> {
        let (mut names, mut next) = (Vec::new(), None);
        loop {
            let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
            list.with_prefix(self.prefix.clone());
            if let Some(next) = next {
                list.with_continuation_token(next);
            }
            let url = list.sign(SIGNATURE_LIFE);
            let answer = self.agent.get(url.as_str()).call();
            let mut answer = answer.map_err(|error| unreachable_service("list", &error))?;
            expect_success("list", &answer)?;
            let text = answer.body_mut().read_to_string();
            let text = text.map_err(|error| unreachable_service("list", &error))?;
            let page = ListObjectsV2::parse_response(&text)
                .map_err(|_| StorageError::new("s3 list: not understood".to_owned()))?;
            let found = page.contents.into_iter().map(|object| object.key);
            names.extend(found.filter_map(|key| Some(key.strip_prefix(&self.prefix)?.to_owned())));
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(names);
            }
        }
    }
}

/// How long a large file may take.
struct Patience {
    sending: Duration,
    answer: Duration,
}

impl Patience {
    fn for_file(size: usize) -> Self {
        let seconds = |rate: usize| {
            let whole = size.checked_div(rate).unwrap_or_default();
            Duration::from_secs(u64::try_from(whole).unwrap_or(u64::MAX))
        };
        Self {
            sending: STALLED + seconds(LINE_BYTES_A_SECOND),
            answer: ANSWER_TIMEOUT + seconds(DISK_BYTES_A_SECOND),
        }
    }
}
